import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import type { Client } from './client';
import { PROVIDER_TEXTS } from '../messages';
import { asGuess } from '../passwords/password-guesses.server';
import { hashPassword, isOutdated, verifyPassword } from '../passwords/passwords.server';
import { openSession, SessionRefused } from './sessions.server';
import {
  exchangePasswordHash,
  findCredentials,
  updateTimeZone,
  type Credentials,
} from '../users/users.server';

export interface SignIn {
  /** Normalised. */
  email: string;
  password: string;
  timeZone: string | null;
}

/**
 * Opens a session. An unknown account and a wrong password get one answer in the same time; that an account is
 * disabled is said only to who knows its password.
 * @throws AppError invalid, forbidden (disabled), too-many-requests, unavailable
 */
export async function signIn(
  { email, password, timeZone }: SignIn,
  client: Client,
): Promise<{ userId: string; setCookie: string }> {
  const credentials = await asGuess({ email, address: client.address }, () =>
    check(email, password),
  );
  const opened = await open(credentials, client).catch(async (error: unknown) => {
    if (!(error instanceof SessionRefused)) throw error;
    // The hash changed meanwhile: by another password, or by a sign-in that replaced an outdated hash of this one.
    return open(await check(email, password), client);
  });
  if (timeZone) await updateTimeZone(credentials.userId, timeZone);
  if (isOutdated(credentials.passwordHash)) {
    const hash = await hashPassword(password);
    await exchangePasswordHash(sql, credentials.userId, credentials.passwordHash, hash);
  }
  return { userId: credentials.userId, setCookie: opened.setCookie };
}

async function check(email: string, password: string): Promise<Credentials> {
  const credentials = await findCredentials(email);
  const matches = await verifyPassword(credentials?.passwordHash, password);
  if (!credentials || !matches) {
    throw new AppError('invalid', PROVIDER_TEXTS['invalid-credential']);
  }
  return credentials;
}

async function open(
  { userId, passwordHash, disabled }: Credentials,
  { userAgent, secure }: Client,
) {
  if (disabled) throw new AppError('forbidden', PROVIDER_TEXTS['user-disabled']);
  return openSession({ userId, passwordHash, userAgent, secure });
}
