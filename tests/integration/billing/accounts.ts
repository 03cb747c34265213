import { openBillingAccount } from '~/features/billing/ledger/trial.server';
import { type Amounts, type Metering } from '~/features/billing/ledger/spending';
import { sql, transaction, type Sql, type SqlValue } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { newId } from '~/lib/ids.server';
import { userScope, type UserScope } from '~/lib/scope';

/** Changes METERING in the running process, as a restart would. */
export function setMetering(metering: Metering): void {
  env().METERING = metering;
}

export async function insertUser(emailVerified = true): Promise<UserScope> {
  const userId = userScope(newId());
  await sql.query(
    `INSERT INTO users (id, email, password_hash, first_name, last_name, email_verified, updated_at)
     VALUES ($1::uuid, $2, 'none', 'Ada', 'Byron', $3::boolean, now())`,
    [userId, `${userId}@example.com`, emailVerified],
  );
  return userId;
}

export async function openAccount(now: Date, emailVerified = true): Promise<UserScope> {
  const userId = await insertUser(emailVerified);
  await transaction((tx) => openBillingAccount(tx, { userId, now }));
  return userId;
}

export interface EntryRow {
  kind: string;
  reference: string;
  deltas: Amounts;
  tokens: number;
  uncovered: number;
}

export async function entriesOf(userId: UserScope): Promise<EntryRow[]> {
  return sql.query<EntryRow>(
    `SELECT kind, reference, tokens, uncovered,
            json_build_object('trial', trial_delta, 'allowance', allowance_delta, 'balance', balance_delta) AS deltas
       FROM ledger_entries WHERE user_id = $1::uuid ORDER BY created_at, id`,
    [userId],
  );
}

/** The buckets as stored, including tokens that are over but not removed yet. */
export async function bucketsOf(userId: UserScope): Promise<Amounts> {
  const [row] = await sql.query<Amounts>(
    `SELECT trial_token AS trial, allowance_token AS allowance, token_balance AS balance
       FROM billing_accounts WHERE user_id = $1::uuid`,
    [userId],
  );
  if (!row) throw new Error('no account');
  return row;
}

export interface Statement {
  text: string;
  values: readonly SqlValue[];
}

/** Records the statements that run on `target` from now on. */
export function recording(target: Sql): Sql & { statements: Statement[] } {
  const statements: Statement[] = [];
  const run = target.query.bind(target);
  const query: Sql['query'] = (text, values = []) => {
    statements.push({ text, values });
    return run(text, values);
  };
  return Object.assign(target, { statements, query });
}
