import { beforeEach, afterEach, describe, expect, test } from 'vitest';

import { runAdminCommand } from '~/features/admin/index.server';
import { createInvitation } from '~/features/accounts/index.server';
import { purgeInvitations } from '~/features/accounts/sign-up/invitation-data.server';
import { signUp } from '~/features/accounts/sign-up/sign-up.server';
import { signUpAccess } from '~/features/accounts/sign-up/admit.server';
import { prisma, sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { DAY_MS } from '~/lib/time';

import { createUser } from '../../factories/users';
import { emptyTables } from '../setup/empty-tables.ts';

const before = { ...env() };
const client = { address: '203.0.113.7', userAgent: 'Firefox', secure: false };
const fields = {
  email: 'grace@example.com',
  password: 'a fine password',
  firstName: 'Grace',
  lastName: 'Hopper',
  timeZone: null,
};

beforeEach(async () => {
  await emptyTables('rate_limits', 'invitations', 'users');
  env().SIGNUP = { kind: 'invite' };
});
afterEach(() => Object.assign(env(), before));

const used = async () => (await prisma.invitation.findFirstOrThrow()).usedAt !== null;

describe('an invitation', () => {
  test('lets one person sign up, once', async () => {
    const code = await createInvitation(null);
    expect(await signUpAccess(code)).toEqual({ kind: 'invited', email: null });
    await signUp(fields, client, code);
    expect(await used()).toBe(true);
    expect(await signUpAccess(code)).toEqual({
      kind: 'refused',
      text: expect.stringMatching(/already used/) as string,
    });
    await expect(
      signUp({ ...fields, email: 'eve@example.com' }, client, code),
    ).rejects.toMatchObject({ code: 'forbidden', userMessage: /was already used/ });
    expect(await prisma.user.count()).toBe(1);
  });

  test('gives an account to only one of five people who use it at once', async () => {
    const code = await createInvitation(null);
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4, 5].map((number) =>
        signUp({ ...fields, email: `guest${number}@example.com` }, client, code),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue;
      expect(outcome.reason).toMatchObject({
        code: 'forbidden',
        userMessage: /was already used/,
      });
    }
    expect(await prisma.user.count()).toBe(1);
    expect(await prisma.billingAccount.count()).toBe(1);
  });

  test('is not used up by a sign-up that fails', async () => {
    await createUser({ email: fields.email });
    const code = await createInvitation(null);
    await expect(signUp(fields, client, code)).rejects.toMatchObject({ code: 'conflict' });
    expect(await used()).toBe(false);
    await signUp({ ...fields, email: 'other@example.com' }, client, code);
    expect(await used()).toBe(true);
  });

  test('expires after seven days', async () => {
    const late = await createInvitation(null, new Date(Date.now() - 7 * DAY_MS));
    expect(await signUpAccess(late)).toEqual({
      kind: 'refused',
      text: expect.stringMatching(/has expired/) as string,
    });
    await expect(signUp(fields, client, late)).rejects.toMatchObject({
      userMessage: /has expired/,
    });
    const inTime = await createInvitation(null, new Date(Date.now() - 7 * DAY_MS + 60_000));
    await signUp(fields, client, inTime);
  });

  test('for an address works for no other one', async () => {
    const code = await createInvitation('grace@example.com');
    expect(await signUpAccess(code)).toEqual({ kind: 'invited', email: 'grace@example.com' });
    await expect(
      signUp({ ...fields, email: 'eve@example.com' }, client, code),
    ).rejects.toMatchObject({
      userMessage: 'This invitation is for grace@example.com. Use that address.',
    });
    expect(await used()).toBe(false);
    await signUp(fields, client, code);
  });

  test.each(['', 'x', 'A'.repeat(43), "' OR 1=1 --", '\u0000'])(
    'is not valid with the code %j',
    async (code) => {
      await createInvitation(null);
      expect(await signUpAccess(code)).toEqual({
        kind: 'refused',
        text: expect.stringMatching(/isn’t valid/) as string,
      });
      await expect(signUp(fields, client, code)).rejects.toMatchObject({ code: 'forbidden' });
    },
  );

  test('is stored only as a hash', async () => {
    const code = await createInvitation(null);
    const rows = await sql.query('SELECT i::text AS row FROM invitations i');
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  test('is deleted a month after it expired', async () => {
    await createInvitation(null, new Date(Date.now() - 38 * DAY_MS));
    const young = await createInvitation(null, new Date(Date.now() - 36 * DAY_MS));
    await purgeInvitations();
    expect(await prisma.invitation.count()).toBe(1);
    expect(await signUpAccess(young)).toMatchObject({
      text: expect.stringMatching(/has expired/) as string,
    });
  });
});

describe('npm run admin -- invite', () => {
  async function run(...argv: string[]) {
    const out: string[] = [];
    const err: string[] = [];
    const code = await runAdminCommand(argv, {
      out: (line) => out.push(line),
      err: (line) => err.push(line),
    });
    return { code, out: out.join('\n'), err: err.join('\n') };
  }
  const LINK = /^https:\/\/brand\.example\/auth\/signup\?invite=([\w-]{43})$/;
  beforeEach(() => {
    env().APP_URL = 'https://brand.example/';
  });

  test('prints a link that anyone can sign up with', async () => {
    const { code, out, err } = await run('invite');
    expect([code, err]).toEqual([0, '']);
    await signUp(fields, client, LINK.exec(out)![1]!);
  });

  test('prints a link for an address, no matter how that is typed', async () => {
    const { out } = await run('invite', ' Grace@Example.com');
    expect(await signUpAccess(LINK.exec(out)![1]!)).toEqual({
      kind: 'invited',
      email: 'grace@example.com',
    });
  });

  test('refuses an address that is invalid or already has an account', async () => {
    await createUser({ email: 'ada@example.com' });
    expect(await run('invite', 'ada@example.com')).toMatchObject({
      code: 1,
      err: 'An account with the email ada@example.com already exists.',
    });
    expect((await run('invite', 'ada')).err).toContain('ada is not an email address.');
    expect((await run('invite', 'a@b.example', 'c@d.example')).err).toContain(
      'invite takes one email address, or none.',
    );
    expect(await prisma.invitation.count()).toBe(0);
  });

  test('says so if SIGNUP doesn’t require invitations at the moment', async () => {
    env().SIGNUP = { kind: 'closed' };
    const { code, out, err } = await run('invite');
    expect([code, LINK.test(out)]).toEqual([0, true]);
    expect(err).toBe('Invitations only work with SIGNUP=invite; it is closed now.');
  });

  test('is listed in the usage', async () => {
    expect((await run('--help')).out).toContain('  invite [EMAIL]');
  });
});
