import { addressKey } from '~/lib/network-address.server';
import { clearLimit, forgive, limit } from '~/lib/rate-limit.server';

/** Whose password is guessed, and from where. */
export interface Guess {
  /** Normalised. */
  email: string;
  address: string | undefined;
}

/**
 * Runs `check`, which throws when the password is wrong, under the one throttle of all places that take a password.
 * @throws AppError too-many-requests, or what `check` throws
 */
export async function asGuess<T>({ email, address }: Guess, check: () => Promise<T>): Promise<T> {
  const key = addressKey(address);
  // Counted before the password is looked at and taken back after: a thousand guesses at once are a thousand.
  await limit('sign-in-address', key);
  await limit('sign-in-account', email);
  const checked = await check();
  await forgive('sign-in-address', key);
  await clearLimit('sign-in-account', email);
  return checked;
}
