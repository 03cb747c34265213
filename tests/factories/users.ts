import '../integration/setup/registered.ts';
import argon2 from 'argon2';

import { openSession } from '~/features/accounts/sessions/session-data.server';
import { openBillingAccount } from '~/features/billing/ledger/trial.server';
import { prismaTransaction, sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import { userScope, type UserScope } from '~/lib/scope';

/** The default password of all users. */
export const PASSWORD = 'correct horse battery';

export interface TestUser {
  id: UserScope;
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  isAdmin: boolean;
  emailVerified: boolean;
  disabledAt: Date | null;
  timeZone: string | null;
  createdAt: Date;
}

// As weak as argon2 allows, so that a test with fifty users doesn't wait for fifty real hashes.
const WEAK = { memoryCost: 8, timeCost: 2, parallelism: 1 };
const hashes = new Map<string, Promise<string>>();

function hashOf(password: string): Promise<string> {
  const known = hashes.get(password) ?? argon2.hash(password, WEAK);
  hashes.set(password, known);
  return known;
}

/** Stores a user with a sign-up's trial in the database. */
export async function createUser(overrides: Partial<TestUser> = {}): Promise<TestUser> {
  const id = userScope(overrides.id ?? newId());
  const user: TestUser = {
    email: `${id}@example.com`,
    password: PASSWORD,
    firstName: 'Ada',
    lastName: 'Byron',
    isAdmin: false,
    emailVerified: false,
    disabledAt: null,
    timeZone: null,
    createdAt: new Date(),
    ...overrides,
    id,
  };
  const { password, ...columns } = user;
  const passwordHash = await hashOf(password);
  await prismaTransaction(async (tx, on) => {
    await tx.user.create({ data: { ...columns, passwordHash } });
    await openBillingAccount(on, { userId: id, now: user.createdAt });
  });
  return user;
}

/** Signs the user in and returns the Cookie header of their browser. */
export async function signInCookie(user: { id: UserScope }): Promise<string> {
  const { setCookie } = await openSession({ userId: user.id, userAgent: 'test', secure: false });
  return cookieOf(setCookie);
}

/** What a browser sends back for a Set-Cookie header. */
export function cookieOf(setCookie: string): string {
  return setCookie.slice(0, setCookie.indexOf(';'));
}

/** SQLSTATE 40P01. */
const DEADLOCK = '40P01';

/** Removes a user with all their data, retrying when running work causes a deadlock. */
export async function removeUser({ id }: { id: string }): Promise<void> {
  for (;;) {
    try {
      await sql.query(`DELETE FROM users WHERE id = $1::uuid`, [id]);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK) throw error;
    }
  }
}
