import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { runAdminCommand } from '~/features/admin/index.server';
import {
  issueCode,
  type CodePurpose,
} from '~/features/accounts/email-address/action-code-data.server';
import {
  appointAdminByEmail,
  authenticate,
  createAccount,
  markVerified,
} from '~/features/accounts/index.server';
import { openVerifyPage } from '~/features/accounts/email-address/verify-page.server';
import { resetPassword } from '~/features/accounts/passwords/reset-password.server';
import { verifyEmail } from '~/features/accounts/email-address/verify-email.server';
import { prisma } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { log } from '~/lib/log.server';
import type { Session } from '~/http/session';
import type { UserScope } from '~/lib/scope';

import { createUser, PASSWORD, signInCookie, type TestUser } from '../../factories/users';
import { emptyTables } from '../setup/empty-tables.ts';

const before = { ...env() };
const OPERATOR = 'operator@example.com';
let operator: TestUser;
beforeEach(async () => {
  await emptyTables('rate_limits', 'users');
  Object.assign(env(), { ADMIN_EMAIL: OPERATOR });
  operator = await createUser({ email: OPERATOR });
});
afterEach(() => Object.assign(env(), { ADMIN_EMAIL: undefined }, before));

const isAdmin = async (user: { id: UserScope } = operator) =>
  (await prisma.user.findUniqueOrThrow({ where: { id: user.id } })).isAdmin;
const codeFor = (user: TestUser, purpose: CodePurpose, email = user.email) =>
  issueCode({ userId: user.id, purpose, email });
const signedIn = async (user: TestUser) => authenticate(await signInCookie(user));
const client = { address: undefined, userAgent: null, secure: false };
const confirm = (code: string, by: Session | null, password = '') =>
  verifyEmail(code, { by, password, client });
const quiet = { out: () => {}, err: () => {} };

describe('an account with ADMIN_EMAIL becomes an admin', () => {
  test('when its own session confirms the link', async () => {
    expect(await isAdmin()).toBe(false);
    await confirm(await codeFor(operator, 'verify_email'), await signedIn(operator));
    expect(await isAdmin()).toBe(true);
  });

  test('but not when someone without its password confirms the link, because someone else may have signed up with it', async () => {
    const code = await codeFor(operator, 'verify_email');
    const other = await createUser();
    for (const by of [null, await signedIn(other)]) {
      await expect(confirm(code, by)).rejects.toMatchObject({ code: 'forbidden' });
      await expect(confirm(code, by, 'a guess')).rejects.toMatchObject({ code: 'invalid' });
      const { content } = await openVerifyPage(code, by, '/');
      expect(content).toMatchObject({ state: 'confirm', password: true });
    }
    expect(await isAdmin()).toBe(false);
    await confirm(code, await signedIn(operator));
    expect(await isAdmin()).toBe(true);
  });

  test('when the link is confirmed with its password on another device, which ends all its sessions', async () => {
    const session = await signInCookie(operator);
    await confirm(await codeFor(operator, 'verify_email'), null, PASSWORD);
    expect(await isAdmin()).toBe(true);
    expect(await authenticate(session)).toBeNull();
  });

  test('when its password is reset', async () => {
    const code = await codeFor(operator, 'reset_password');
    await resetPassword(code, 'another fine password', client);
    expect(await isAdmin()).toBe(true);
  });

  test('when a command verifies it', async () => {
    expect(await runAdminCommand(['verify', OPERATOR], quiet)).toBe(0);
    expect(await isAdmin()).toBe(true);
  });

  test('when it changes to that address', async () => {
    await prisma.user.delete({ where: { id: operator.id } });
    const user = await createUser({ email: 'other@example.com' });
    await confirm(await codeFor(user, 'change_email', OPERATOR), await signedIn(user));
    expect(await isAdmin(user)).toBe(true);
  });

  test('when it is created as verified', async () => {
    await prisma.user.delete({ where: { id: operator.id } });
    const { userId } = await createAccount({
      email: OPERATOR,
      password: 'a fine password',
      firstName: 'O',
      lastName: 'P',
      emailVerified: true,
    });
    expect(await isAdmin({ id: userId })).toBe(true);
  });

  test('at the next startup, if it was verified before the setting was made', async () => {
    await appointAdminByEmail();
    expect(await isAdmin()).toBe(false);
    await markVerified(operator.id);
    await prisma.user.update({ where: { id: operator.id }, data: { isAdmin: false } });
    await appointAdminByEmail();
    expect(await isAdmin()).toBe(true);
  });

  test('but not at startup, if it was verified by a link alone', async () => {
    Object.assign(env(), { ADMIN_EMAIL: undefined });
    await confirm(await codeFor(operator, 'verify_email'), null);
    Object.assign(env(), { ADMIN_EMAIL: OPERATOR });
    const warn = vi.spyOn(log, 'warn');
    await appointAdminByEmail();
    expect(await isAdmin()).toBe(false);
    expect(warn).toHaveBeenCalledWith(expect.stringMatching(/confirmed by a link alone/));
    await resetPassword(await codeFor(operator, 'reset_password'), 'another password', client);
    expect(await isAdmin()).toBe(true);
  });

  test('no matter how the setting and the address are spelled', async () => {
    Object.assign(env(), { ADMIN_EMAIL: 'chef@bücher.example' });
    const user = await createUser({ email: 'chef@xn--bcher-kva.example' });
    await confirm(await codeFor(user, 'verify_email'), await signedIn(user));
    expect(await isAdmin(user)).toBe(true);
  });
});

test('signing up with ADMIN_EMAIL makes no one an admin, and neither does verifying another address', async () => {
  const other = await createUser({ email: 'other@example.com' });
  await confirm(await codeFor(other, 'verify_email'), null);
  await appointAdminByEmail();
  expect([await isAdmin(), await isAdmin(other)]).toEqual([false, false]);
});

test('without ADMIN_EMAIL no one becomes an admin', async () => {
  Object.assign(env(), { ADMIN_EMAIL: undefined });
  await confirm(await codeFor(operator, 'verify_email'), null);
  await appointAdminByEmail();
  expect(await isAdmin()).toBe(false);
});

test('an admin who verifies another address stays an admin', async () => {
  const admin = await createUser({ isAdmin: true });
  await confirm(await codeFor(admin, 'verify_email'), null);
  expect(await isAdmin(admin)).toBe(true);
});
