import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { runAdminCommand } from '~/features/admin/index.server';
import { createInvitation } from '~/features/accounts/index.server';
import { prisma } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import type { SignupMode } from '~/settings/values';
import * as login from '~/features/accounts/sessions/routes/sign-in-page';
import * as signup from '~/features/accounts/sign-up/routes/sign-up-page';

import { get, outcome, post } from '../../harness/route-calls';
import { emptyTables } from '../setup/empty-tables.ts';

const before = { ...env() };
beforeEach(() => emptyTables('rate_limits', 'invitations', 'users'));
afterEach(() => Object.assign(env(), before));

const person = {
  email: 'Grace@Example.com',
  password: 'a fine password',
  firstName: 'Grace',
  lastName: 'Hopper',
};

const mode = (signupMode: SignupMode) => {
  env().SIGNUP = signupMode;
};
const page = async (path = '/auth/signup') =>
  ((await signup.loader(get(path))) as { access: unknown }).access;
const send = (fields: Record<string, string> = person, path = '/auth/signup') =>
  outcome(signup.action(post(path, fields)));
const users = () => prisma.user.count();

describe('SIGNUP=open', () => {
  test('lets anyone sign up, and doesn’t use up an invitation', async () => {
    const code = await createInvitation('ada@example.com');
    expect(await page(`/auth/signup?invite=${code}`)).toEqual({});
    expect((await send(person, `/auth/signup?invite=${code}`)).status).toBe(302);
    expect((await prisma.invitation.findFirstOrThrow()).usedAt).toBeNull();
  });
});

describe('SIGNUP=closed', () => {
  beforeEach(() => mode({ kind: 'closed' }));

  test('lets no one sign up, no matter what the form says', async () => {
    const code = await createInvitation(null);
    for (const path of ['/auth/signup', `/auth/signup?invite=${code}`]) {
      expect(await page(path)).toEqual({
        refusal: expect.stringMatching(/Sign-up is closed/) as string,
      });
      const { status, form } = await send(person, path);
      expect([status, form!.error]).toEqual([
        403,
        { '': [expect.stringMatching(/^Sign-up is closed right now/)] },
      ]);
    }
    expect(await users()).toBe(0);
  });

  test('is known to the sign-in page', async () => {
    expect(await login.loader(get('/auth/login'))).toMatchObject({ signUp: 'closed' });
  });
});

describe('SIGNUP=invite', () => {
  beforeEach(() => mode({ kind: 'invite' }));

  test('lets people with an invitation sign up, and signs them in', async () => {
    const path = `/auth/signup?invite=${await createInvitation(null)}&redirectTo=%2Fprofiles`;
    expect(await page(path)).toEqual({});
    const { status, location, setCookie } = await send(person, path);
    expect([status, location]).toEqual([302, '/profiles']);
    expect(setCookie).toContain('brandwright_session=');
  });

  test('lets no one sign up without an invitation, no matter what the form says', async () => {
    expect(await page()).toEqual({
      refusal: expect.stringMatching(/need an invitation/) as string,
    });
    const { status, form } = await send();
    expect(status).toBe(403);
    expect(form!.error!['']).toEqual([expect.stringMatching(/need an invitation/)]);
    const code = await createInvitation(null);
    expect((await send({ ...person, invite: code })).status).toBe(403);
    expect(await users()).toBe(0);
  });

  test('refuses another address than the invitation’s at its field, and keeps what was typed', async () => {
    const path = `/auth/signup?invite=${await createInvitation('ada@example.com')}`;
    const { status, form } = await send(person, path);
    expect([status, form!.error]).toEqual([
      400,
      { email: ['This invitation is for ada@example.com. Use that address.'] },
    ]);
    expect(form!.initialValue).toMatchObject({ firstName: 'Grace' });
    expect(await users()).toBe(0);
    expect((await send({ ...person, email: 'ADA@example.com' }, path)).status).toBe(302);
  });

  test('says that the invitation was used in the meantime, and keeps what was typed', async () => {
    const path = `/auth/signup?invite=${await createInvitation(null)}`;
    await send({ ...person, email: 'first@example.com' }, path);
    const { status, form } = await send(person, path);
    expect([status, form!.error]).toEqual([403, { '': [expect.stringMatching(/already used/)] }]);
    expect(form!.initialValue).toMatchObject({ email: person.email, lastName: 'Hopper' });
    expect(JSON.stringify(form)).not.toContain(person.password);
  });
});

describe('SIGNUP=domains', () => {
  beforeEach(() => mode({ kind: 'domains', domains: ['example.com', 'bücher.example'] }));

  test('accepts addresses of these domains in any case and script', async () => {
    expect((await send()).status).toBe(302);
    expect((await send({ ...person, email: 'ada@BÜCHER.example' })).status).toBe(302);
    expect(await users()).toBe(2);
  });

  test.each(['eve@evil.example', 'eve@sub.example.com', 'eve@example.com.evil.example'])(
    'refuses %s at the field',
    async (email) => {
      const { status, form } = await send({ ...person, email });
      expect([status, form!.error]).toEqual([
        400,
        { email: [expect.stringContaining('example.com or bücher.example')] },
      ]);
      expect(await users()).toBe(0);
    },
  );
});

test.each<SignupMode>([
  { kind: 'closed' },
  { kind: 'invite' },
  { kind: 'domains', domains: ['example.org'] },
])('the operator can create accounts in every mode: %j', async (signupMode) => {
  mode(signupMode);
  const terminal = { out: () => {}, err: () => {} };
  expect(await runAdminCommand(['create-user', 'ada@example.com'], terminal)).toBe(0);
  expect(await users()).toBe(1);
});
