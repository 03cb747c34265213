import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { runAdminCommand } from '~/features/admin/index.server';
import { authenticate } from '~/features/accounts/index.server';
import { signIn } from '~/features/accounts/sessions/sign-in.server';
import { FIELD_TEXTS } from '~/features/accounts/texts';
import { prisma, sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';

import { createUser, PASSWORD, signInCookie } from '../../factories/users';
import { emptyTables } from '../setup/empty-tables.ts';

beforeEach(() => emptyTables('rate_limits', 'users'));

const run = (...argv: string[]) => runTyping(null, ...argv);

/** `typed` is typed or piped in when the command asks for a password. */
async function runTyping(typed: string | null, ...argv: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runAdminCommand(argv, {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    readSecret: () =>
      typed === null
        ? Promise.reject(new Error('the command must not ask'))
        : Promise.resolve(typed),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

const user = (email: string) => prisma.user.findUniqueOrThrow({ where: { email } });
const opens = (email: string, password: string) =>
  signIn(
    { email, password, timeZone: null },
    { address: undefined, userAgent: null, secure: false },
  );
const printedPassword = (out: string) => /^Password: (\S+)$/m.exec(out)![1]!;

describe('create-user', () => {
  test('creates an account with a trial, and prints the generated password once', async () => {
    const { code, out, err } = await run('create-user', 'Ada@Example.com');
    expect([code, err]).toEqual([0, '']);
    expect(out.match(/Password/g)).toHaveLength(1);
    await opens('ada@example.com', printedPassword(out));
    expect(await user('ada@example.com')).toMatchObject({
      firstName: 'ada',
      lastName: 'User',
      isAdmin: false,
      emailVerified: false,
    });
    expect(await prisma.billingAccount.findFirstOrThrow()).toMatchObject({
      subscriptionStatus: 'trialing',
      trialToken: 25000,
    });
  });

  test('accepts names, a password, and flags', async () => {
    const { code, out } = await runTyping(
      'a fine password',
      ...['create-user', 'ada@example.com', '--first-name', 'Ada', '--last-name=Byron'],
      ...['--password', '--admin', '--verified'],
    );
    expect([code, out]).toEqual([0, 'Created ada@example.com, an admin.']);
    await opens('ada@example.com', 'a fine password');
    expect(await user('ada@example.com')).toMatchObject({
      firstName: 'Ada',
      lastName: 'Byron',
      isAdmin: true,
      emailVerified: true,
    });
  });

  test('fails for an email address in use, a weak password, and an empty name, and changes nothing', async () => {
    await createUser({ email: 'ada@example.com' });
    expect(await run('create-user', 'ada@example.com')).toEqual({
      code: 1,
      out: '',
      err: 'An account with the email ada@example.com already exists.',
    });
    expect(await runTyping('123', 'create-user', 'grace@example.com', '--password')).toMatchObject({
      code: 1,
      err: "This password can't be used. Use at least 6 characters.",
    });
    expect(await run('create-user', 'grace@example.com', '--first-name', ' ')).toMatchObject({
      code: 1,
    });
    expect(await prisma.user.count()).toBe(1);
  });
});

test('grant makes an admin, and verify verifies the email address', async () => {
  const { email } = await createUser();
  expect(await run('grant', email.toUpperCase())).toMatchObject({
    code: 0,
    out: `${email} is now an admin.`,
  });
  expect(await run('verify', email)).toMatchObject({ code: 0 });
  expect(await user(email)).toMatchObject({ isAdmin: true, emailVerified: true });
});

describe('reset-password', () => {
  test('sets a generated or a typed password, and ends every session', async () => {
    const { id, email } = await createUser();
    const cookie = await signInCookie({ id });
    const first = await run('reset-password', email);
    expect(first.code).toBe(0);
    expect(await authenticate(cookie)).toBeNull();
    await opens(email, printedPassword(first.out));
    expect(first.out).toContain('Passkeys still work. Run reset-two-factor to remove them.');
    await expect(opens(email, PASSWORD)).rejects.toMatchObject({ code: 'invalid' });

    const second = await runTyping('another password', 'reset-password', email, '--password');
    expect(second.out).not.toContain('another password');
    await opens(email, 'another password');
    expect(await prisma.session.count()).toBe(1);
  });

  test('changes nothing if the policy refuses the password', async () => {
    const { email } = await createUser();
    env().PASSWORD_REQUIRE = ['digit'];
    try {
      const { code, err } = await runTyping('nodigits', 'reset-password', email, '--password');
      expect([code, err]).toEqual([1, "This password can't be used. Include a digit."]);
    } finally {
      env().PASSWORD_REQUIRE = [];
    }
    const { err } = await runTyping('letmein', 'reset-password', email, '--password');
    expect(err).toBe(`This password can't be used. ${FIELD_TEXTS.passwordCommon}.`);
    await opens(email, PASSWORD);
  });
});

test('disable locks the user out and ends their sessions, and enable lets them in again', async () => {
  const { id, email } = await createUser();
  const cookie = await signInCookie({ id });
  expect((await run('disable', email)).code).toBe(0);
  expect(await authenticate(cookie)).toBeNull();
  await expect(opens(email, PASSWORD)).rejects.toMatchObject({ code: 'forbidden' });
  const since = (await user(email)).disabledAt;
  await run('disable', email);
  expect((await user(email)).disabledAt).toEqual(since);
  expect((await run('enable', email)).code).toBe(0);
  expect((await user(email)).disabledAt).toBeNull();
  await opens(email, PASSWORD);
  // The ended session stays ended.
  expect(await authenticate(cookie)).toBeNull();
});

test('each command that succeeded is recorded in the audit log, without secrets', async () => {
  await runTyping('a fine password', 'create-user', 'ada@example.com', '--password', '--admin');
  await createUser({ isAdmin: true });
  for (const command of ['grant', 'revoke', 'verify', 'reset-password', 'disable', 'enable']) {
    expect((await run(command, 'ada@example.com')).code, command).toBe(0);
    await run(command, 'nobody@example.com');
  }
  await run('invite');
  const acts = await prisma.auditEntry.findMany({ orderBy: { id: 'asc' } });
  const commands = [
    'create-user',
    'grant',
    'revoke',
    'verify',
    'reset-password',
    'disable',
    'enable',
    'invite',
  ];
  expect(acts.map(({ action }) => action)).toEqual(commands);
  const { id } = await user('ada@example.com');
  expect(acts.map(({ targetId }) => targetId)).toEqual([...Array<string>(7).fill(id), null]);
  expect(acts[0]!.after).toEqual({ isAdmin: true });
  expect(JSON.stringify(acts)).not.toContain('a fine password');
});

describe('revoke', () => {
  test('makes an admin an ordinary user, but not the last admin who can sign in', async () => {
    const [first, second] = [
      await createUser({ isAdmin: true }),
      await createUser({ isAdmin: true }),
    ];
    await createUser({ isAdmin: true, disabledAt: new Date() });
    expect(await run('revoke', first.email)).toEqual({
      code: 0,
      out: `${first.email} is no longer an admin.`,
      err: '',
    });
    expect((await user(first.email)).isAdmin).toBe(false);
    expect(await run('revoke', first.email)).toMatchObject({
      code: 1,
      err: `${first.email} isn't an admin.`,
    });
    expect(await run('revoke', second.email)).toMatchObject({
      code: 1,
      err: `${second.email} is the last admin who can sign in. Make another admin first: npm run admin -- grant EMAIL`,
    });
    expect((await user(second.email)).isAdmin).toBe(true);
  });

  test('warns that ADMIN_EMAIL will make the account an admin again', async () => {
    const { email } = await createUser({ isAdmin: true });
    await createUser({ isAdmin: true });
    env().ADMIN_EMAIL = email.toUpperCase();
    onTestFinished(() => void (env().ADMIN_EMAIL = undefined));
    expect(await run('revoke', email)).toMatchObject({
      code: 0,
      err: 'ADMIN_EMAIL names this account, so it becomes an admin again at the next start.',
    });
  });
});

describe('list-users', () => {
  test('prints every account with its state and when it was last seen', async () => {
    expect(await run('list-users')).toEqual({ code: 0, out: '', err: 'No accounts.' });
    const at = (day: number) => ({ createdAt: new Date(2026, 0, day) });
    const admin = await createUser({ ...at(1), email: 'z@example.com', isAdmin: true });
    await createUser({ ...at(2), email: 'b@example.com', emailVerified: true });
    await createUser({ ...at(3), email: 'a@example.com', disabledAt: new Date() });
    await prisma.user.update({
      where: { id: admin.id },
      data: { emailVerified: true, lastSeenAt: new Date('2026-11-22T15:40:31Z') },
    });
    const { code, out } = await run('list-users');
    expect([code, out.split('\n')]).toEqual([
      0,
      [
        'z@example.com\tadmin\t2026-11-22 15:40',
        'b@example.com\tuser\tnever',
        'a@example.com\tuser, unconfirmed, disabled\tnever',
      ],
    ]);
    expect((await run('list-users', '--admins')).out).toBe(
      'z@example.com\tadmin\t2026-11-22 15:40',
    );
  });

  test('prints more accounts than it reads at a time', async () => {
    await sql.query(
      `INSERT INTO users (id, email, password_hash, first_name, last_name, created_at, updated_at)
       SELECT gen_random_uuid(), n || '@example.com', '', '', '', to_timestamp(n / 3), now()
         FROM generate_series(1, 1203) n`,
    );
    const lines = (await run('list-users')).out.split('\n');
    expect(new Set(lines).size).toBe(1203);
    expect(lines).toHaveLength(1203);
  });
});

describe('a password in the command itself', () => {
  test.each([
    [['reset-password', 'ada@example.com', '--password', 'a secret']],
    [['reset-password', '--password', 'a secret', 'ada@example.com']],
    [['reset-password', 'ada@example.com', '--password=a secret']],
    [['create-user', 'ada@example.com', '--password=a secret', '--admin']],
  ])('is refused, and not printed: %j', async (argv) => {
    await createUser({ email: 'ada@example.com' });
    const { code, out, err } = await run(...argv);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^Don't put a password in the command: .* standard input\./);
    expect(err).not.toContain('a secret');
    await opens('ada@example.com', PASSWORD);
  });
});

describe('the admin command', () => {
  test.each([
    [[], 'Which command?'],
    [['fly'], 'Unknown command: fly'],
    [['toString', 'ada@example.com'], 'Unknown command: toString'],
    [['grant'], 'grant takes one email address.'],
    [['grant', 'a@example.com', 'b@example.com'], 'grant takes one email address.'],
    [['grant', 'ada'], 'ada is not an email address.'],
    [['grant', 'ada@example.com', '--force'], /^Unknown option '--force'/],
    [['list-users', 'ada@example.com'], 'list-users takes no argument.'],
    [['setup-link', '--force'], /^Unknown option '--force'/],
    [['replay-event'], 'replay-event takes one id.'],
  ])('called with %j explains what is wrong and exits with 2', async (argv, problem) => {
    const { code, out, err } = await run(...argv);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(problem);
    expect(err).toContain('Usage: npm run admin -- COMMAND [EMAIL|FILE|ID] [options]');
  });

  test.each([
    'grant',
    'revoke',
    'verify',
    'reset-password',
    'reset-two-factor',
    'disable',
    'enable',
  ])('%s exits with 1 for an unknown account', async (command) => {
    expect(await run(command, 'nobody@example.com')).toEqual({
      code: 1,
      out: '',
      err: 'No account has the email nobody@example.com.',
    });
  });

  test('replay-event says that payments are not set up', async () => {
    expect(await run('replay-event', 'evt_1')).toEqual({
      ...{ code: 1, out: '', err: 'Payments aren’t set up on this server.' },
    });
  });

  test('lists every command with --help', async () => {
    const { code, out } = await run('--help');
    expect(code).toBe(0);
    for (const command of [
      'create-user',
      'grant',
      'verify',
      'reset-password',
      'reset-two-factor',
      'disable',
      'enable',
    ]) {
      expect(out).toContain(`  ${command} EMAIL`);
    }
    expect(out).toContain('  replay-event ID');
  });
});
