import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
  grant,
  openTokensTab,
  readTokensLeft,
  reserve,
  settle,
} from '~/features/billing/index.server';
import { readLedger } from '~/features/billing/ledger/read-ledger.server';
import { expireTokens } from '~/features/billing/ledger/trial.server';
import { downloadLedger, readLedgerFilter } from '~/features/billing/ledger/read-ledger.server';
import { NO_FILTER, type LedgerFilter } from '~/features/billing/ledger/entry';
import { listEntries, sumReserved, sumUses } from '~/features/billing/ledger/entry-data.server';
import { readUsage, readBalance } from '~/features/billing/usage/read-tokens.server';
import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { lastDays, startOfDay } from '~/lib/local-days';
import type { UserScope } from '~/lib/scope';

import { openAccount, recording, setMetering } from './accounts';

const signUp = new Date('2027-03-01T12:00:00Z');
const nextDay = new Date('2027-03-02T12:00:00Z');
const afterTrial = new Date('2027-03-09T12:00:00Z');
const monthEnd = new Date('2027-04-01T00:00:00Z');
const UTC = { zone: 'UTC', before: null };

let answers = 0;

/** Reserves and settles an answer; returns its reference. */
async function use(
  userId: UserScope,
  tokens: number,
  { kind = 'chat', at = nextDay }: { kind?: string; at?: Date } = {},
): Promise<string> {
  const reference = `answer ${(answers += 1)}`;
  await transaction(async (tx) => {
    const request = { reference, promptTokens: 10, maxTokens: 990, weight: 1, now: at };
    await reserve(tx, { userId, ...request });
  });
  await transaction((tx) => settle(tx, { userId, reference, tokens, kind, now: at }));
  return reference;
}

async function ledgerOf(userId: UserScope, filter: Partial<LedgerFilter> = {}, zone = 'UTC') {
  const { entries } = await readLedger(userId, { ...NO_FILTER, ...filter }, { zone, before: null });
  return entries.map(({ kind, use, tokens, change }) => ({ kind, use, tokens, change }));
}

beforeEach(() => setMetering('billing'));

describe('the ledger as users see it', () => {
  it('shows a reservation and its settlement as one use, and leaves out what used nothing', async () => {
    const userId = await openAccount(signUp);
    await use(userId, 120);
    await use(userId, 0);
    expect(await ledgerOf(userId)).toEqual([
      { kind: 'use', use: 'chat', tokens: 120, change: { trial: -120, allowance: 0, balance: 0 } },
      { kind: 'grant', use: null, tokens: 0, change: { trial: 25_000, allowance: 0, balance: 0 } },
    ]);
  });

  it('adds up to what is left when nothing is reserved', async () => {
    const userId = await openAccount(signUp);
    for (const tokens of [5, 700, 33]) await use(userId, tokens);
    const added = { bucket: 'balance', amount: 1000, reference: 'bought' } as const;
    await transaction((tx) => grant(tx, { userId, ...added, now: nextDay }));
    await expireTokens(afterTrial);
    const entries = await ledgerOf(userId);
    const { trial, balance } = await readBalance(userId, afterTrial);
    expect(entries.reduce((sum, { change }) => sum + change.trial, 0)).toBe(trial);
    expect(entries.reduce((sum, { change }) => sum + change.balance, 0)).toBe(balance);
  });

  it('can be filtered by kind', async () => {
    const userId = await openAccount(signUp);
    for (const kind of ['chat', 'piece', 'passage', 'profile-draft', 'image', 'video', 'lora']) {
      await use(userId, 1, { kind });
    }
    await use(userId, 1, { kind: 'unknown' });
    const uses = async (kind: LedgerFilter['kind']) =>
      (await ledgerOf(userId, { kind })).map((entry) => entry.use ?? entry.kind);
    expect(await uses('copy')).toEqual(['copy', 'copy']);
    for (const one of [
      'chat',
      'profiles',
      'images',
      'video',
      'training',
      'other',
      'grant',
    ] as const) {
      expect(await uses(one)).toEqual([one]);
    }
    expect(await uses('lapse')).toEqual([]);
    expect(await uses(null)).toHaveLength(9);
  });

  it('is filtered by days in the user’s time zone', async () => {
    const userId = await openAccount(signUp);
    // March 3 in Berlin, March 2 in New York.
    await use(userId, 7, { at: new Date('2027-03-02T23:30:00Z') });
    const on = (day: string) => ({ kind: 'chat', from: day, to: day }) as const;
    expect(await ledgerOf(userId, on('2027-03-03'), 'Europe/Berlin')).toHaveLength(1);
    expect(await ledgerOf(userId, on('2027-03-02'), 'Europe/Berlin')).toHaveLength(0);
    expect(await ledgerOf(userId, on('2027-03-02'), 'America/New_York')).toHaveLength(1);
  });

  it('has pages that contain each entry once, even entries of the same moment', async () => {
    const userId = await openAccount(signUp);
    for (let n = 0; n < 60; n += 1) await use(userId, n + 1);
    const first = await readLedger(userId, NO_FILTER, UTC);
    const second = await readLedger(userId, NO_FILTER, { ...UTC, before: first.cursor });
    expect([first.entries.length, second.entries.length, second.cursor]).toEqual([50, 11, null]);
    const ids = new Set([...first.entries, ...second.entries].map(({ id }) => id));
    expect(ids.size).toBe(61);
  });

  it("contains nothing of another user's", async () => {
    const [userId, other] = [await openAccount(signUp), await openAccount(signUp)];
    await use(other, 9);
    const { cursor } = await readLedger(other, NO_FILTER, UTC);
    expect(cursor).toBeNull();
    expect(await ledgerOf(userId)).toHaveLength(1);
    expect(
      (await readUsage(userId, { days: 30, zone: 'UTC', now: nextDay })).at(-1)?.tokens,
    ).toEqual({});
    const file = await downloadLedger(userId, NO_FILTER, 'UTC').text();
    expect(file).not.toContain('Chat');
  });

  it.each(['kind=sql', 'from=yesterday', 'to=2027-02-30', 'from=2027-1-1'])(
    'refuses the filter ?%s',
    (search) => {
      expect(() => readLedgerFilter(new URLSearchParams(search))).toThrow(AppError);
    },
  );

  it('refuses an invalid cursor', async () => {
    const userId = await openAccount(signUp);
    for (const before of ['x', '2027-03-02T12:00:00Z', "2027-03-02T12:00:00Z_' OR 1=1"]) {
      await expect(readLedger(userId, NO_FILTER, { ...UTC, before })).rejects.toThrow(AppError);
    }
  });

  it('can be downloaded as a file with a line for each entry that the filter matches', async () => {
    const userId = await openAccount(signUp);
    await use(userId, 120);
    await use(userId, 30, { kind: 'image' });
    const response = downloadLedger(userId, { ...NO_FILTER, kind: 'images' }, 'UTC');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toContain('attachment');
    expect((await response.text()).split('\r\n')).toEqual([
      'Time (UTC),Activity,Tokens used,Change,Trial tokens,Monthly tokens,Purchased tokens',
      '2027-03-02T12:00:00.000Z,Images,30,-30,-30,0,0',
      '',
    ]);
    expect((await downloadLedger(userId, NO_FILTER, 'UTC').text()).split('\r\n')).toHaveLength(5);
  });
});

it('the usage adds up tokens by day and use, whether they were paid or not', async () => {
  const userId = await openAccount(signUp);
  await use(userId, 10, { at: new Date('2027-03-02T22:59:00Z') });
  await use(userId, 5, { at: new Date('2027-03-02T23:01:00Z') });
  setMetering('off');
  await use(userId, 40, { at: new Date('2027-03-03T05:00:00Z'), kind: 'image' });
  await use(userId, 2, { at: new Date('2027-03-03T05:00:00Z') });
  const now = new Date('2027-03-03T22:00:00Z');
  const days = await readUsage(userId, { days: 30, zone: 'Europe/Berlin', now });
  expect(days).toHaveLength(30);
  expect(days.slice(-2)).toEqual([
    { day: '2027-03-02', tokens: { chat: 10 } },
    { day: '2027-03-03', tokens: { chat: 7, images: 40 } },
  ]);
  expect(days.slice(0, -2).every(({ tokens }) => Object.keys(tokens).length === 0)).toBe(true);
});

describe('the Tokens tab', () => {
  const open = async (id: UserScope, now: Date, search = '') =>
    openTokensTab({ id, timeZone: null, emailVerified: true }, new URLSearchParams(search), now);

  it('shows what is left in each bucket and what is reserved', async () => {
    const userId = await openAccount(signUp);
    await use(userId, 100);
    await transaction((tx) =>
      grant(tx, {
        ...{ userId, bucket: 'allowance', amount: 500, reference: 'month' },
        ...{ endsAt: monthEnd, now: nextDay },
      }),
    );
    await transaction((tx) =>
      reserve(tx, {
        ...{ userId, reference: 'running', promptTokens: 100, maxTokens: 900 },
        ...{ weight: 1, now: nextDay },
      }),
    );
    const tab = await open(userId, nextDay);
    expect(tab.balance).toMatchObject({
      ...{ metering: 'billing', status: 'trialing', trial: 23_900, allowance: 500, balance: 0 },
      ...{ totalTokensUsed: 100, lastTokenUse: nextDay.toISOString(), debt: 0 },
      shown: {
        ...{ left: 24_400, waiting: 0, monthEndsAt: monthEnd.toISOString() },
        changesAt: '2027-03-08T12:00:00.000Z',
      },
    });
    expect(tab).toMatchObject({ reserved: 1000, days: 30, packs: [], zone: 'UTC' });
    expect(tab.storage.used).toBe(0);
    expect((await open(userId, nextDay, 'days=90')).usage).toHaveLength(90);
    expect((await open(userId, nextDay, 'days=7')).usage).toHaveLength(30);
  });

  it('with billing, counts an unverified user’s trial tokens as waiting', async () => {
    const userId = await openAccount(signUp, false);
    expect(await readTokensLeft(userId, nextDay)).toMatchObject({ left: 0, waiting: 25_000 });
    setMetering('allowance');
    expect(await readTokensLeft(userId, nextDay)).toMatchObject({ left: 25_000, waiting: 0 });
  });

  it('while metering is off, shows what was used but not what is left', async () => {
    setMetering('off');
    const userId = await openAccount(signUp);
    await use(userId, 12);
    const { balance, ledger } = await open(userId, nextDay);
    expect(balance).toMatchObject({
      metering: 'off',
      shown: null,
      trial: 25_000,
      totalTokensUsed: 12,
    });
    expect(ledger.entries[0]).toMatchObject({ use: 'chat', tokens: 12 });
    expect(await readTokensLeft(userId, nextDay)).toBeNull();
  });

  it('shows a trial as over before and after the job has run', async () => {
    const userId = await openAccount(signUp);
    const over = { status: 'none', trial: 0, shown: { left: 0, waiting: 0, changesAt: null } };
    expect(await readBalance(userId, afterTrial)).toMatchObject(over);
    await expireTokens(afterTrial);
    expect(await readBalance(userId, afterTrial)).toMatchObject(over);
    const [row] = await sql.query<{ subscriptionStatus: string }>(
      'SELECT subscription_status FROM billing_accounts WHERE user_id = $1::uuid',
      [userId],
    );
    expect(row?.subscriptionStatus).toBe('none');
  });
});

describe('with 100,000 entries', () => {
  let userId: UserScope;

  beforeAll(async () => {
    setMetering('billing');
    userId = await openAccount(signUp);
    // Half of them belong to one very active user, the others to a thousand.
    await sql.query(
      `WITH created AS (
         INSERT INTO users (id, email, password_hash, first_name, last_name, updated_at)
         SELECT gen_random_uuid(), 'usage' || n || '@example.com', '', '', '', now()
           FROM generate_series(1, 1000) n RETURNING id
       ), people AS (SELECT id, 25 AS answers FROM created UNION ALL SELECT $1::uuid, 25000)
       INSERT INTO ledger_entries (id, user_id, kind, reference, tokens, use, created_at)
       SELECT gen_random_uuid(), p.id, kind::ledger_kind, 'many:' || n, CASE kind WHEN 'settle' THEN 10 ELSE 0 END,
              CASE WHEN kind = 'settle' THEN CASE WHEN n % 500 = 1 THEN 'video' ELSE 'chat' END END,
              $2::timestamptz - n * interval '345 days' / p.answers
         FROM people p, generate_series(1, p.answers) n, unnest(ARRAY['reserve', 'settle']) kind`,
      [userId, nextDay],
    );
    await sql.query('ANALYZE users, ledger_entries');
  });

  async function planOf(run: (target: ReturnType<typeof recording>) => Promise<unknown>) {
    const recorded = recording(sql);
    await run(recorded);
    const [{ text, values }] = recorded.statements as [(typeof recorded.statements)[number]];
    const rows = await sql.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, BUFFERS) ${text}`,
      values,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }

  it('every list reads its newest entries by an index, without sorting them all', async () => {
    const query = { userId, kind: null, from: null, before: null, after: null, limit: 51 };
    const everything = await planOf((target) => listEntries(target, query));
    expect(everything).toContain('ledger_entries_user_id_created_at_id_idx');
    const rare = await planOf((target) => listEntries(target, { ...query, kind: 'video' }));
    expect(rare).toContain('ledger_entries_user_id_kind_use_created_at_id_idx');
    const received = await planOf((target) => listEntries(target, { ...query, kind: 'grant' }));
    for (const plan of [everything, rare, received]) expect(plan).not.toContain('Seq Scan');
    for (const plan of [everything, rare]) expect(plan).not.toContain('Sort Key');
  });

  it('sums a quarter’s usage and what is reserved without reading the rest', async () => {
    const moments = lastDays(91, nextDay, 'UTC').map((day) => startOfDay(day, 'UTC'));
    const sums = await planOf((target) => sumUses(target, userId, moments));
    expect(sums).toContain('Index');
    expect(sums).not.toContain('Seq Scan');
    const reserved = await planOf((target) => sumReserved(target, userId, moments.at(-8)!));
    expect(reserved).not.toContain('Seq Scan');
  });
});
