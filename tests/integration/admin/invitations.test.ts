import { afterEach, beforeEach, expect, test } from 'vitest';

import {
  issueInvitation,
  readInvitations,
  revokeInvitation,
} from '~/features/admin/invitations/invitation-actions.server';
import { readLog } from '~/features/admin/audit/read-log.server';
import { newInvitation } from '~/features/admin/schema';
import { createInvitation } from '~/features/accounts/index.server';
import { signUpAccess } from '~/features/accounts/sign-up/admit.server';
import { input, NOT_UNDERSTOOD } from '~/http/input.server';
import { sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import type { UserScope } from '~/lib/scope';

import { createUser } from '../../factories/users';
import { emptyTables } from '../setup/empty-tables.ts';

const settings = { ...env() };
const read = (search = '') => readInvitations(new URLSearchParams(search), new Date());
const codeOf = (link: string) => new URL(link).searchParams.get('invite')!;
let admin: { id: UserScope; address: string };
beforeEach(async () => {
  await emptyTables('users', 'audit_entries', 'invitations');
  Object.assign(env(), { SIGNUP: { kind: 'invite' } });
  const { id } = await createUser({ email: 'admin@example.com', isAdmin: true });
  admin = { id, address: '192.0.2.1' };
});
afterEach(() => Object.assign(env(), settings));

test('an invitation is valid until it is revoked, and its link is shown only once', async () => {
  const { link } = await issueInvitation(admin, ' Ada@Example.com ');
  const code = codeOf(link);
  expect(await signUpAccess(code)).toEqual({ kind: 'invited', email: 'ada@example.com' });
  const { invitations } = await read();
  expect(invitations).toMatchObject([{ email: 'ada@example.com', state: 'valid' }]);
  expect(JSON.stringify(invitations)).not.toContain(code);

  await revokeInvitation(admin, invitations[0]!.id, new Date());
  expect(await signUpAccess(code)).toMatchObject({ kind: 'refused' });
  expect((await read()).invitations).toMatchObject([{ state: 'over' }]);
  for (const id of [invitations[0]!.id, 'x', undefined]) {
    await expect(revokeInvitation(admin, id, new Date())).rejects.toMatchObject({
      code: 'not-found',
    });
  }
  const { acts } = await readLog(new URLSearchParams());
  expect(acts.map(({ action }) => action)).toEqual(['revoke-invitation', 'invite']);
  expect(JSON.stringify(acts)).not.toContain(code);
});

test('an invitation without an email is for anyone with the link, and can’t be revoked once it is used', async () => {
  const { link } = await issueInvitation(admin, '');
  expect(await signUpAccess(codeOf(link))).toEqual({ kind: 'invited', email: null });
  await sql.query('UPDATE invitations SET used_at = now()');
  const [used] = (await read()).invitations;
  expect(used).toMatchObject({ email: null, state: 'used' });
  await expect(revokeInvitation(admin, used!.id, new Date())).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('an invalid invitation is refused at its field', async () => {
  for (const [email, code] of [
    ['not an address', 'invalid'],
    ['ADMIN@example.com', 'conflict'],
  ] as const) {
    await expect(issueInvitation(admin, email)).rejects.toMatchObject({
      code,
      fields: { email: expect.any(String) as string },
    });
  }
  for (const body of [null, {}, { email: 5 }]) {
    expect(() => input(newInvitation)(body)).toThrow(NOT_UNDERSTOOD);
  }
  Object.assign(env(), { SIGNUP: { kind: 'open' } });
  await expect(issueInvitation(admin, '')).rejects.toMatchObject({ code: 'conflict' });
  expect((await read()).invitations).toEqual([]);
});

test('the list has pages that contain each invitation once, read by an index', async () => {
  for (let n = 0; n < 60; n += 1) await createInvitation(null);
  const first = await read();
  const second = await read(`before=${first.cursor}`);
  expect([first.invitations.length, second.invitations.length, second.cursor]).toEqual([
    50,
    10,
    null,
  ]);
  const ids = [...first.invitations, ...second.invitations].map(({ id }) => id);
  expect(new Set(ids).size).toBe(60);
  expect((await read('before=nonsense')).invitations).toHaveLength(50);
  await sql.query(
    `INSERT INTO invitations (id, created_at, expires_at)
     SELECT md5(n::text) || md5(n::text), now() - make_interval(secs => n), now() FROM generate_series(1, 20000) n`,
  );
  await sql.query('ANALYZE invitations');
  const plan = await sql.query(
    `EXPLAIN (FORMAT JSON) SELECT id FROM invitations ORDER BY created_at DESC, id DESC LIMIT 51`,
  );
  expect(JSON.stringify(plan)).toContain('invitations_created_at_id_idx');
});
