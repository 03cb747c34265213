import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { runAdminCommand } from '~/features/admin/index.server';
import { issueCode, type CodePurpose } from '~/features/auth/email/action-codes.server';
import {
  appointAdminByEmail,
  authenticate,
  createAccount,
  openVerifyPage,
  resetPassword,
  verifyEmail,
} from '~/features/auth/index.server';
import { MAIL_TEXTS } from '~/features/auth/messages';
import { prisma, sql } from '~/lib/db/index.server';
import { env } from '~/lib/env.server';

import { createUser, signInCookie, type TestUser } from '../../factories/users';
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

const isAdmin = async (user: { id: string } = operator) =>
  (await prisma.user.findUniqueOrThrow({ where: { id: user.id } })).isAdmin;
const codeFor = (user: TestUser, purpose: CodePurpose, email = user.email) =>
  issueCode(sql, { userId: user.id, purpose, email });
const signedIn = async (user: TestUser) => authenticate(await signInCookie(user));
const quiet = { out: () => {}, err: () => {} };

describe('the account that verifies ADMIN_EMAIL becomes an admin', () => {
  test('by its link', async () => {
    expect(await isAdmin()).toBe(false);
    await verifyEmail(await codeFor(operator, 'verify_email'), await signedIn(operator));
    expect(await isAdmin()).toBe(true);
  });

  test('not by the press of somebody who does not know its password: another may have made the account', async () => {
    const code = await codeFor(operator, 'verify_email');
    const other = await createUser();
    for (const by of [null, await signedIn(other)]) {
      await expect(verifyEmail(code, by)).rejects.toMatchObject({ code: 'forbidden' });
      const { content } = await openVerifyPage(code, by, '/');
      expect(content).toMatchObject({ state: 'refused', text: MAIL_TEXTS.signInToConfirm });
    }
    expect(await isAdmin()).toBe(false);
    await verifyEmail(code, await signedIn(operator));
    expect(await isAdmin()).toBe(true);
  });

  test('by a reset', async () => {
    await resetPassword(await codeFor(operator, 'reset_password'), 'another fine password');
    expect(await isAdmin()).toBe(true);
  });

  test('by the command line', async () => {
    expect(await runAdminCommand(['verify', OPERATOR], quiet)).toBe(0);
    expect(await isAdmin()).toBe(true);
  });

  test('by taking that address', async () => {
    await prisma.user.delete({ where: { id: operator.id } });
    const user = await createUser({ email: 'other@example.com' });
    await verifyEmail(await codeFor(user, 'change_email', OPERATOR), await signedIn(user));
    expect(await isAdmin(user)).toBe(true);
  });

  test('when it is made verified', async () => {
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

  test('at a start, when it was verified before the setting was made', async () => {
    await appointAdminByEmail();
    expect(await isAdmin()).toBe(false);
    await prisma.user.update({ where: { id: operator.id }, data: { emailVerified: true } });
    await appointAdminByEmail();
    expect(await isAdmin()).toBe(true);
  });

  test('however the setting and the address are written', async () => {
    Object.assign(env(), { ADMIN_EMAIL: 'chef@bücher.example' });
    const user = await createUser({ email: 'chef@xn--bcher-kva.example' });
    await verifyEmail(await codeFor(user, 'verify_email'), await signedIn(user));
    expect(await isAdmin(user)).toBe(true);
  });
});

test('typing that address makes nobody an admin, nor does verifying another', async () => {
  const other = await createUser({ email: 'other@example.com' });
  await verifyEmail(await codeFor(other, 'verify_email'), null);
  await appointAdminByEmail();
  expect([await isAdmin(), await isAdmin(other)]).toEqual([false, false]);
});

test('without the setting nobody becomes one', async () => {
  Object.assign(env(), { ADMIN_EMAIL: undefined });
  await verifyEmail(await codeFor(operator, 'verify_email'), null);
  await appointAdminByEmail();
  expect(await isAdmin()).toBe(false);
});

test('who is an admin stays one when they verify another address', async () => {
  const admin = await createUser({ isAdmin: true });
  await verifyEmail(await codeFor(admin, 'verify_email'), null);
  expect(await isAdmin(admin)).toBe(true);
});
