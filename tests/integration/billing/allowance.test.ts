import { afterEach, beforeEach, expect, test } from 'vitest';

import { actOnUser } from '~/features/admin/users/act-on-user.server';
import { openUser } from '~/features/admin/users/read-users.server';
import { readLog } from '~/features/admin/audit/read-log.server';
import { getBalance, setAllowance } from '~/features/billing/index.server';
import { grantAllowances } from '~/features/billing/allowance/allowance-actions.server';
import { prismaTransaction, sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';

import { createUser, type TestUser } from '../../factories/users';
import { emptyTables } from '../setup/empty-tables.ts';

const settings = { ...env() };
const began = new Date('2027-01-31T10:00:00Z');
let user: TestUser;
beforeEach(async () => {
  await emptyTables('users', 'audit_entries');
  Object.assign(env(), { METERING: 'allowance' });
  user = await createUser({ email: 'ada@example.com' });
});
afterEach(() => Object.assign(env(), settings));

const set = (tokens: number, now: Date) =>
  prismaTransaction((tx, sql) => setAllowance(tx, sql, user.id, tokens, now));
async function allowanceOf(now: Date) {
  const { tokens, allowanceEndsAt } = await getBalance(user.id, now);
  return [tokens.allowance, allowanceEndsAt?.toISOString() ?? null];
}

test('an allowance is granted at once and again each month, and the rest of a month expires', async () => {
  expect(await set(1_000, began)).toBe(0);
  expect(await allowanceOf(began)).toEqual([1_000, '2027-02-28T10:00:00.000Z']);
  const nextMonth = new Date('2027-02-28T10:00:00Z');
  await grantAllowances(new Date(nextMonth.getTime() - 1));
  expect(await allowanceOf(began)).toEqual([1_000, '2027-02-28T10:00:00.000Z']);
  await Promise.all([grantAllowances(nextMonth), grantAllowances(nextMonth)]);
  expect(await allowanceOf(nextMonth)).toEqual([1_000, '2027-03-31T10:00:00.000Z']);
  // No job ran for months, which are not made up for.
  const later = new Date('2027-08-15T00:00:00Z');
  await grantAllowances(later);
  expect(await allowanceOf(later)).toEqual([1_000, '2027-08-31T10:00:00.000Z']);
  const [sum] = await sql.query<{ sum: number; grants: number }>(
    `SELECT sum(allowance_delta)::int AS sum, (count(*) FILTER (WHERE kind = 'grant' AND allowance_delta > 0))::int AS grants
       FROM ledger_entries WHERE user_id = $1::uuid`,
    [user.id],
  );
  expect(sum).toEqual({ sum: 1_000, grants: 3 });
});

test('another amount applies from the next month, and 0 ends the allowance with the present month', async () => {
  await set(1_000, began);
  expect(await set(3_000, new Date('2027-02-10T00:00:00Z'))).toBe(1_000);
  expect((await allowanceOf(began))[0]).toBe(1_000);
  const second = new Date('2027-02-28T10:00:00Z');
  await grantAllowances(second);
  expect((await allowanceOf(second))[0]).toBe(3_000);
  expect(await set(0, second)).toBe(3_000);
  expect((await allowanceOf(second))[0]).toBe(3_000);
  const third = new Date('2027-04-01T00:00:00Z');
  await grantAllowances(third);
  expect((await allowanceOf(third))[0]).toBe(0);
});

test('an admin can set an allowance with METERING=allowance only', async () => {
  const admin = await createUser({ email: 'admin@example.com', isAdmin: true });
  const by = { id: admin.id, address: '192.0.2.1' };
  const now = new Date();
  const act = { name: 'set-allowance', amount: 500 } as const;
  await actOnUser(by, user.id, act, now);
  expect(await openUser(user.id, now)).toMatchObject({
    tokensAMonth: 500,
    tokens: { allowance: 500 },
  });
  expect((await readLog(new URLSearchParams())).acts).toMatchObject([
    { action: 'set-allowance', before: { tokensAMonth: 0 }, after: { tokensAMonth: 500 } },
  ]);
  Object.assign(env(), { METERING: 'off' });
  expect((await openUser(user.id, now)).tokensAMonth).toBeNull();
  await expect(actOnUser(by, user.id, act, now)).rejects.toMatchObject({ code: 'conflict' });
  await grantAllowances(new Date(now.getTime() + 40 * 86_400_000));
  const grants = await sql.query(`SELECT 1 FROM ledger_entries WHERE reference LIKE 'allowance:%'`);
  expect(grants).toHaveLength(1);
});
