import { clearLimit, forgive, forgiveAddress, limit, limitAddress } from '~/http/rate-limit.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import type { Known } from '../sessions/known-device.server';
import { ACCOUNT_TEXTS } from '../texts';
import { findCredentials } from '../users/user-data.server';
import { verifyPassword } from './passwords.server';

/** Whose password someone gives, and from where: it may be a guess. */
interface Guess {
  /** Normalized. */
  email: string;
  address: string | undefined;
  /** Null for a stranger. */
  known: Known | null;
}

/**
 * Runs `check`, which throws if the password is wrong, under the limits that all places that take a password share. Open
 * sessions and known devices of the account have their own counters: strangers' guesses never lock its owner out.
 * @throws AppError too-many-requests, or what `check` throws
 */
export function asGuess<T>(guess: Guess, check: () => Promise<T>): Promise<T> {
  return guess.known ? asKnown(guess, guess.known, check) : asStranger(guess, check);
}

// Both count a guess before the check and forgive it after a success, so that a thousand guesses at once count as a thousand.

async function asStranger<T>({ email, address }: Guess, check: () => Promise<T>): Promise<T> {
  await limitAddress('sign-in-address', address);
  await limit('sign-in-account', email);
  const checked = await check();
  await forgiveAddress('sign-in-address', address);
  await clearLimit('sign-in-account', email);
  return checked;
}

async function asKnown<T>(
  { address }: Guess,
  { userId, by }: Known,
  check: () => Promise<T>,
): Promise<T> {
  await limitAddress('sign-in-known-address', address);
  await limit('sign-in-known', by);
  await limit('sign-in-known-account', userId);
  const checked = await check();
  await forgiveAddress('sign-in-known-address', address);
  await clearLimit('sign-in-known', by);
  await forgive('sign-in-known-account', userId);
  return checked;
}

/** What was typed isn't the account's password. */
export class WrongPassword extends AppError {
  constructor() {
    super('invalid', ACCOUNT_TEXTS.wrongPassword);
  }
}

/**
 * Checks an account's password under the limits of sign-in; returns the hash that it matched.
 * @throws WrongPassword, AppError too-many-requests, unavailable
 */
export function checkCurrentPassword(
  userId: UserScope,
  guess: Guess,
  password: string,
): Promise<string> {
  return asGuess(guess, async () => {
    const credentials = await findCredentials(guess.email);
    const own = credentials?.userId === userId ? credentials.passwordHash : undefined;
    if (!(await verifyPassword(own, password)) || own === undefined) throw new WrongPassword();
    return own;
  });
}
