import { beforeAll, describe, expect, it } from 'vitest';

import { grant, reserve, settle } from '~/features/billing/index.server';
import {
  expireLocked,
  lockDueAccounts,
  readAccount,
} from '~/features/billing/ledger/ledger-data.server';
import { sql, transaction, type Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import { openAccount, recording, setMetering, type Statement } from './accounts';

const signUp = new Date('2027-03-01T12:00:00Z');
const nextDay = new Date('2027-03-02T12:00:00Z');

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

async function explain(tx: Sql, { text, values }: Statement) {
  const [row] = await tx.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (FORMAT JSON) ${text}`,
    values,
  );
  if (!row) throw new Error('no plan');
  const nodes = nodesOf(row['QUERY PLAN'][0].Plan);
  return {
    scans: nodes
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .map((node) => node['Relation Name']),
    indexes: new Set(nodes.flatMap((node) => node['Index Name'] ?? [])),
  };
}

/** The plans of the statements that a use case runs, explained in its own transaction. */
async function plansOf(useCase: (tx: Sql) => Promise<unknown>) {
  return transaction(async (tx) => {
    const recorded = recording(tx);
    await useCase(recorded);
    const plans = [];
    for (const statement of [...recorded.statements]) plans.push(await explain(tx, statement));
    return plans;
  });
}

let userId: UserScope;

beforeAll(async () => {
  setMetering('billing');
  userId = await openAccount(signUp);
  // Ten thousand other users, some of whose tokens expire before `nextDay`, and one with ten thousand answers.
  await sql.query(`
    WITH created AS (
      INSERT INTO users (id, email, password_hash, first_name, last_name, updated_at)
      SELECT gen_random_uuid(), n || '@example.com', '', '', '', now() FROM generate_series(1, 10000) n
      RETURNING id
    )
    INSERT INTO billing_accounts (user_id, subscription_trial_end_at, lapses_at)
    SELECT id, begin + random() * interval '3 years', begin + random() * interval '3 years'
      FROM created, (SELECT timestamptz '2027-01-01' AS begin) AS fixed`);
  await sql.query(
    `INSERT INTO ledger_entries (id, user_id, kind, reference)
     SELECT gen_random_uuid(), $1::uuid, kind::ledger_kind, 'generation:' || n || ':1'
       FROM generate_series(1, 10000) n, unnest(ARRAY['reserve', 'settle']) kind`,
    [userId],
  );
  await sql.query(
    `INSERT INTO ledger_entries (id, user_id, kind, reference)
     SELECT gen_random_uuid(), user_id, 'grant', 'signup' FROM billing_accounts
     ON CONFLICT DO NOTHING`,
  );
  await sql.query('ANALYZE users, billing_accounts, ledger_entries');
});

describe('the ledger finds its rows by an index', () => {
  const request = { reference: 'now', promptTokens: 10, maxTokens: 1000, weight: 1, now: nextDay };

  it('for a reservation and a settlement', async () => {
    const plans = await plansOf(async (tx) => {
      await reserve(tx, { userId, ...request });
      await settle(tx, { userId, reference: 'now', tokens: 7, now: nextDay });
    });
    expect(plans).toHaveLength(4);
    for (const { scans, indexes } of plans) {
      expect(scans).toEqual([]);
      expect(indexes).toContain('billing_accounts_pkey');
      expect(indexes).toContain('ledger_entries_user_id_kind_reference_key');
      expect(indexes).not.toContain('ledger_entries_user_id_created_at_id_idx');
    }
  });

  it('for a grant', async () => {
    const plans = await plansOf((tx) =>
      grant(tx, {
        userId,
        bucket: 'allowance',
        amount: 5,
        reference: 'march',
        endsAt: new Date('2027-04-01T00:00:00Z'),
        now: nextDay,
      }),
    );
    for (const { scans } of plans) expect(scans).toEqual([]);
  });

  it('for the job that expires tokens', async () => {
    const [locking, expiring] = await plansOf(async (tx) => {
      const due = await lockDueAccounts(tx, nextDay, 10);
      expect(due).toHaveLength(10);
      await expireLocked(tx, due, nextDay);
    });
    expect(locking?.scans).toEqual([]);
    expect(locking?.indexes).toContain('billing_accounts_lapses_at_idx');
    expect(expiring?.scans).toEqual([]);
    expect(expiring?.indexes).toContain('billing_accounts_pkey');
  });

  it('for the balance', async () => {
    const plans = await plansOf((tx) => readAccount(tx, userId));
    for (const { scans } of plans) expect(scans).toEqual([]);
  });
});
