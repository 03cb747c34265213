import { createAccount, findUser, generatePassword } from '~/features/accounts/index.server';
import { prisma } from '~/lib/db/index.server';
import { userScope, type UserScope } from '~/lib/scope';

import { daysAgo } from './past.ts';

interface SeedUser {
  email: string;
  /** Without one, nobody signs in with this account. */
  password?: string;
  firstName: string;
  lastName: string;
  isAdmin?: boolean;
  unverified?: boolean;
  disabled?: boolean;
  /** Days since they signed up, and since they were last here. */
  joined: number;
  seen: number | null;
}

export const ADMIN: SeedUser = {
  email: 'admin@example.com',
  password: 'brandwright-admin',
  firstName: 'Alex',
  lastName: 'Morgan',
  isAdmin: true,
  joined: 90,
  seen: 0,
};

export const TRIAL: SeedUser = {
  email: 'trial@example.com',
  password: 'brandwright-trial',
  firstName: 'Toni',
  lastName: 'Rivera',
  joined: 48,
  seen: 0,
};

/** For the admins' lists. */
export const OTHERS: readonly SeedUser[] = [
  { email: 'ana@hearth.example', firstName: 'Ana', lastName: 'Petrov', joined: 61, seen: 1 },
  { email: 'luis@spin.example', firstName: 'Luis', lastName: 'Ortega', joined: 44, seen: 3 },
  { email: 'priya@reading.example', firstName: 'Priya', lastName: 'Nair', joined: 30, seen: 12 },
  {
    email: 'sam@larch.example',
    firstName: 'Sam',
    lastName: 'Lowe',
    joined: 9,
    seen: null,
    unverified: true,
  },
  {
    email: 'pat@bubble.example',
    firstName: 'Pat',
    lastName: 'Kim',
    joined: 75,
    seen: 40,
    disabled: true,
  },
  { email: 'ruth@coast.example', firstName: 'Ruth', lastName: 'Bell', joined: 2, seen: 2 },
];

/** Creates the account unless it exists; an existing one keeps its password. */
export async function seedUser(
  user: SeedUser,
  { known, silent = false }: { known: boolean; silent?: boolean },
): Promise<UserScope> {
  const { email, firstName, lastName, isAdmin = false, unverified, disabled, joined, seen } = user;
  const existing = await findUser(email);
  if (existing) {
    if (!silent) console.log(`${email} already exists and keeps its password.`);
    return userScope(existing.id);
  }
  const password = known && user.password !== undefined ? user.password : generatePassword();
  const { userId } = await createAccount({
    ...{ email, password, firstName, lastName, isAdmin },
    emailVerified: unverified !== true,
  });
  await prisma.user.update({
    where: { id: userId },
    data: {
      createdAt: daysAgo(joined),
      lastSeenAt: seen === null ? null : daysAgo(seen, 15),
      disabledAt: disabled === true ? daysAgo(20) : null,
    },
  });
  if (!silent) console.log(`${email}   password: ${password}`);
  return userId;
}
