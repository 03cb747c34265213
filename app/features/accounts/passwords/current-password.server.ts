import { clearLimit, forgive, forgiveAddress, limit, limitAddress } from '~/http/rate-limit.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import type { Known } from '../sessions/known-device.server';
import { ACCOUNT_TEXTS } from '../texts';
import { findCredentials } from '../users/user-data.server';
import { verifyPassword } from './passwords.server';

/** Whose password is guessed, and from where. */
interface Guess {
  /** Normalized. */
  email: string;
  address: string | undefined;
  /** Null for a stranger. */
  known: Known | null;
}

/**
 * Runs `check`, which throws when the password is wrong, under the one throttle of all places that take a password. Open
 * sessions and known devices of the account have counters of their own: strangers' guesses never lock its owner out.
 * @throws AppError too-many-requests, or what `check` throws
 */
export function asGuess<T>(guess: Guess, check: () => Promise<T>): Promise<T> {
  return guess.known ? asKnown(guess, guess.known, check) : asStranger(guess, check);
}

// Both count before the password is looked at and take back after: a thousand guesses at once are a thousand.

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

/** What was typed as the password of the signed-in account is not it. */
export class WrongPassword extends AppError {
  constructor() {
    super('invalid', ACCOUNT_TEXTS.wrongPassword);
  }
}

/**
 * Checks the signed-in person's password, throttled like a sign-in; returns the hash it matched.
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
