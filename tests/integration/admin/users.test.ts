import { beforeEach, describe, expect, test } from 'vitest';

import { actOnUser } from '~/features/admin/users/act-on-user.server';
import { listUsers, openUser, readUserQuery } from '~/features/admin/users/read-users.server';
import { readLog } from '~/features/admin/audit/read-log.server';
import { readOverview } from '~/features/admin/overview/read-overview.server';
import { getBalance } from '~/features/billing/index.server';
import { sql } from '~/lib/db/index.server';

import { createUser, signInCookie, type TestUser } from '../../factories/users';
import { emptyTables } from '../setup/empty-tables.ts';

const now = new Date();
const list = (search: string) => listUsers(readUserQuery(new URLSearchParams(search)));
const emails = async (search: string) => (await list(search)).users.map(({ email }) => email);

let admin: TestUser;
let tina: TestUser;
beforeEach(async () => {
  await emptyTables('users', 'audit_entries', 'rate_limits');
  admin = await createUser({ email: 'admin@example.com', isAdmin: true });
  tina = await createUser({ email: 'tina@example.com', firstName: 'Tína', lastName: 'B_ker' });
});

const act = (userAct: Parameters<typeof actOnUser>[2], id: string = tina.id) =>
  actOnUser({ id: admin.id, address: '192.0.2.1' }, id, userAct, now);
const lastAct = async () => (await readLog(new URLSearchParams())).acts[0];

describe('the list of users', () => {
  test('is searched by name and email in any case, with % and _ taken literally', async () => {
    expect(await emails('')).toEqual(['tina@example.com', 'admin@example.com']);
    expect(await emails('q=TÍNA')).toEqual(['tina@example.com']);
    expect(await emails('q=b_k')).toEqual(['tina@example.com']);
    expect(await emails('q=b%25k')).toEqual([]);
    expect(await emails('q=%00')).toHaveLength(2);
    expect(await emails('filter=admins')).toEqual(['admin@example.com']);
    expect(await emails('filter=nonsense&before=x')).toHaveLength(2);
  });

  test('has pages that contain each user once', async () => {
    for (let n = 0; n < 60; n += 1) await createUser({ email: `u${n}@example.com` });
    const first = await list('');
    const second = await list(`before=${encodeURIComponent(first.cursor!)}`);
    expect([first.users.length, second.users.length, second.cursor]).toEqual([50, 12, null]);
    expect(new Set([...first.users, ...second.users].map(({ id }) => id)).size).toBe(62);
  });

  test('is read by indexes, with and without a search', async () => {
    await sql.query(
      `INSERT INTO users (id, email, password_hash, first_name, last_name, updated_at, created_at)
       SELECT gen_random_uuid(), 'u' || n || '@many.example', 'x', 'First' || n, 'Last', now(), now() - make_interval(secs => n)
         FROM generate_series(1, 20000) n`,
    );
    // Until a vacuum, a bulk insert waits in the pending list of the trigram index, which makes the index expensive.
    await sql.query('VACUUM ANALYZE users');
    const plan = async (query: string) =>
      JSON.stringify(await sql.query(`EXPLAIN (FORMAT JSON) ${query}`));
    expect(
      await plan(`SELECT id FROM users u ORDER BY u.created_at DESC, u.id DESC LIMIT 51`),
    ).toContain('users_created_at_id_idx');
    expect(
      await plan(
        `SELECT id FROM users u WHERE lower(u.email || E'\\n' || u.first_name || ' ' || u.last_name) LIKE '%first1999%'`,
      ),
    ).toContain('users_search_idx');
  });
});

describe('an admin’s action', () => {
  test('changes the account, and is recorded in the audit log with actor, target, values, and IP address', async () => {
    await signInCookie(tina);
    expect(await act({ name: 'disable' })).toBe('Disabled, and signed out everywhere.');
    expect(await lastAct()).toMatchObject({
      action: 'disable',
      actor: 'admin@example.com',
      target: 'tina@example.com',
      before: { disabled: false },
      after: { disabled: true },
      address: '192.0.2.1',
    });
    expect(await openUser(tina.id, now)).toMatchObject({ disabled: true, counts: { sessions: 0 } });
    await act({ name: 'enable' });
    await act({ name: 'grant-admin' });
    expect(await openUser(tina.id, now)).toMatchObject({ disabled: false, isAdmin: true });
    expect((await openUser(tina.id, now)).acts.map(({ action }) => action)).toEqual([
      'grant-admin',
      'enable',
      'disable',
    ]);
  });

  test('never removes the last admin, even when two are removed at once', async () => {
    await expect(act({ name: 'revoke-admin' }, admin.id)).rejects.toMatchObject({
      code: 'conflict',
    });
    await act({ name: 'grant-admin' });
    const both = await Promise.allSettled([
      act({ name: 'revoke-admin' }, admin.id),
      act({ name: 'revoke-admin' }, tina.id),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await emails('filter=admins')).toHaveLength(1);
  });

  test('gives tokens with a reason, which the ledger accounts for', async () => {
    const before = await getBalance(tina.id, now);
    await act({ name: 'give-tokens', amount: 5_000, reason: 'A fault of ours' });
    const after = await getBalance(tina.id, now);
    expect(after.tokens.balance).toBe(before.tokens.balance + 5_000);
    const [sum] = await sql.query<{ sum: number }>(
      `SELECT sum(balance_delta)::int AS sum FROM ledger_entries WHERE user_id = $1::uuid`,
      [tina.id],
    );
    expect(sum?.sum).toBe(after.tokens.balance);
    expect(await lastAct()).toMatchObject({ after: { tokens: 5_000, reason: 'A fault of ours' } });
  });

  test('extends a trial, even one that is over', async () => {
    const { trialEndsAt } = await getBalance(tina.id, now);
    await act({ name: 'extend-trial', days: 3 });
    const longer = (await getBalance(tina.id, now)).trialEndsAt!;
    expect(longer.getTime() - trialEndsAt!.getTime()).toBe(3 * 86_400_000);

    await sql.query(
      `UPDATE billing_accounts SET subscription_trial_end_at = now() - interval '1 day', lapses_at = now() - interval '1 day', subscription_status = 'none'`,
    );
    await act({ name: 'extend-trial', days: 1 });
    const again = await getBalance(tina.id, now);
    expect(again.subscriptionStatus).toBe('trialing');
    expect(again.trialEndsAt!.getTime() - now.getTime()).toBe(86_400_000);
  });

  test('is refused where it makes no sense, and for an unknown account', async () => {
    for (const [name, id] of [
      ['disable', admin.id],
      ['send-verification', tina.id],
      ['end-sessions', tina.id],
      ['reset-two-factor', tina.id],
    ] as const) {
      await sql.query('UPDATE users SET email_verified = true');
      await expect(act({ name }, id), name).rejects.toMatchObject({ code: 'conflict' });
    }
    for (const id of ['x', '0198c0de-0000-7000-8000-000000000000']) {
      await expect(act({ name: 'enable' }, id)).rejects.toMatchObject({ code: 'not-found' });
      await expect(openUser(id, now)).rejects.toMatchObject({ code: 'not-found' });
    }
    expect((await readLog(new URLSearchParams())).acts).toEqual([]);
  });
});

test('the overview shows figures, and no user’s texts', async () => {
  await signInCookie(tina);
  await sql.query(
    `INSERT INTO conversations (id, user_id, title, last_message)
     VALUES ('0198c0de-0000-7000-8000-00000000000a', $1::uuid, 'A secret title', 'secret words')`,
    [tina.id],
  );
  const overview = await readOverview(now);
  expect(overview.users).toEqual({ total: 2, activeToday: 1, activeWeek: 1, activeMonth: 1 });
  expect(overview.days).toHaveLength(30);
  expect(overview.days.at(-1)).toMatchObject({ day: now.toISOString().slice(0, 10), signUps: 2 });
  expect(overview.parts.find(({ name }) => name === 'Database')?.state).toBe('works');
  const shown = JSON.stringify([overview, await openUser(tina.id, now), await list('')]);
  expect(shown).not.toContain('secret');
});

test('a user’s page shows their ledger, usage, devices, and deletion request', async () => {
  await signInCookie(tina);
  await act({ name: 'give-tokens', amount: 5, reason: 'a gift' });
  await sql.query(
    `INSERT INTO account_deletions (user_id, requested_at, due_at) VALUES ($1::uuid, '2026-11-20T23:00:00Z', '2026-12-20T23:00:00Z')`,
    [tina.id],
  );
  const shown = await openUser(tina.id, now);
  expect(shown.ledger.entries.map(({ text, change }) => `${text} ${change}`).sort()).toEqual([
    'Tokens added +5',
    'Trial tokens +25,000',
  ]);
  expect(shown.ledger.cursor).toBeNull();
  expect(shown.usage).toEqual([]);
  expect(shown.sessions).toHaveLength(1);
  expect(shown.deletion).toEqual({ requestedOn: 'November 20, 2026', dueOn: 'December 20, 2026' });
  expect(await emails('filter=deleting')).toEqual(['tina@example.com']);
  await expect(openUser(tina.id, now, 'nowhere')).rejects.toMatchObject({ code: 'invalid' });
});
