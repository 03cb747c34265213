import { AppError } from '~/lib/errors';

import { ACCOUNT_TEXTS } from '../texts';
import { asGuess, type Guess } from './password-guesses.server';
import { verifyPassword } from './passwords.server';
import { findCredentials } from '../users/users.server';

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
  userId: string,
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
