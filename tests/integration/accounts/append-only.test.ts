import { beforeAll, beforeEach, expect, test } from 'vitest';

import { listActs, recordAct } from '~/features/accounts/index.server';
import { sql } from '~/lib/db/index.server';

import { createUser } from '../../factories/users.ts';

let admin: string;
let target: string;

beforeAll(async () => {
  // The other tests disable it, because they empty their tables.
  await sql.query('ALTER TABLE audit_entries ENABLE TRIGGER audit_entries_keep_all');
});

beforeEach(async () => {
  [admin, target] = [(await createUser()).id, (await createUser()).id];
  await recordAct(sql, {
    actorId: admin,
    action: 'disable',
    targetId: target,
    before: { disabled: false },
    after: { disabled: true },
    address: '192.0.2.1',
  });
});

const acts = async () =>
  (await listActs({ before: null, limit: 1 })).map(({ createdAt, id, ...act }) => {
    expect([createdAt, id].every(Boolean)).toBe(true);
    return act;
  });

test.each([
  ['changed', `UPDATE audit_entries SET action = 'enable'`],
  ['changed in its field “after”', `UPDATE audit_entries SET after = NULL`],
  ['moved in time', `UPDATE audit_entries SET created_at = created_at - interval '1 day'`],
  ['separated from its network address', 'UPDATE audit_entries SET address = NULL'],
  ['separated from an admin who still exists', 'UPDATE audit_entries SET actor_id = NULL'],
  ['separated from an account that still exists', 'UPDATE audit_entries SET target_id = NULL'],
  ['attributed to another admin', 'UPDATE audit_entries SET actor_id = target_id'],
  ['deleted', 'DELETE FROM audit_entries'],
  ['removed by TRUNCATE', 'TRUNCATE audit_entries'],
  ['removed by TRUNCATE of the users', 'TRUNCATE users CASCADE'],
])('an entry of the audit log can’t be %s', async (_change, statement) => {
  const before = await acts();
  await expect(sql.query(statement)).rejects.toThrow(/append-only/);
  expect(await acts()).toEqual(before);
});

test('a deleted account leaves its entries behind, with everything else that they say', async () => {
  const [before] = await acts();
  await sql.query('DELETE FROM users WHERE id = $1::uuid', [target]);
  expect(await acts()).toEqual([{ ...before, targetId: null, targetEmail: null }]);
  await sql.query('DELETE FROM users WHERE id = $1::uuid', [admin]);
  expect(await acts()).toEqual([
    { ...before, targetId: null, targetEmail: null, actorEmail: null },
  ]);
});

test('an admin who acted on their own account can be deleted', async () => {
  await recordAct(sql, { actorId: admin, action: 'grant-admin', targetId: admin });
  await sql.query('DELETE FROM users WHERE id = $1::uuid', [admin]);
  expect(await acts()).toMatchObject([{ action: 'grant-admin', actorEmail: null, targetId: null }]);
});

test('accounts with many entries can be deleted in one statement', async () => {
  for (let number = 0; number < 50; number += 1) {
    await recordAct(sql, { actorId: admin, action: 'give-tokens', targetId: target });
  }
  await sql.query('DELETE FROM users');
  const [left] = await sql.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM audit_entries WHERE actor_id IS NOT NULL OR target_id IS NOT NULL',
  );
  expect(left?.n).toBe(0);
});

test('an email address can be removed from an entry only after its account is gone, and nothing else with it', async () => {
  const [{ email } = { email: '' }] = await sql.query<{ email: string }>(
    'SELECT email FROM users WHERE id = $1::uuid',
    [target],
  );
  const [before, after] = [{ email, failures: 2 }, { failures: 0 }];
  await recordAct(sql, {
    actorId: null,
    action: 'clear-mail-failures',
    targetId: null,
    before,
    after,
  });
  const cut = `UPDATE audit_entries SET before = before - 'email'::text`;
  await expect(sql.query(cut)).rejects.toThrow(/append-only/);
  await sql.query('DELETE FROM users WHERE id = $1::uuid', [target]);
  const more = `UPDATE audit_entries SET before = before - 'email'::text - 'failures'::text`;
  await expect(sql.query(more)).rejects.toThrow(/append-only/);
  await sql.query(cut);
  expect(await acts()).toMatchObject([{ before: { failures: 2 }, after: { failures: 0 } }]);
});
