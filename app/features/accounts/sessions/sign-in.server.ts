import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import type { Client } from './client';
import { PROVIDER_TEXTS } from '../texts';
import { asGuess } from '../passwords/current-password.server';
import { hashPassword, isOutdated, verifyPassword } from '../passwords/passwords.server';
import { knownDevice, rememberDevice } from './known-device.server';
import { SessionRefused } from './session-data.server';
import { startSession } from './session-actions.server';
import { issuePass, passwordMark } from '../two-factor/sign-in-pass.server';
import { needsCode } from '../two-factor/two-factor-data.server';
import {
  exchangePasswordHash,
  findCredentials,
  updateTimeZone,
  type Credentials,
} from '../users/user-data.server';

export interface SignIn {
  /** Normalized. */
  email: string;
  password: string;
  timeZone: string | null;
}

export interface SignedIn {
  userId: UserScope;
  /** Of the session first; or, where a code is asked for too, of what lets the browser go on with it: see `finishSignIn`. */
  setCookies: string[];
  needsCode: boolean;
}

/**
 * Opens a session, or the way to the second step where two-factor sign-in is on. An unknown account and a wrong password get one answer in the same time; that an account is
 * disabled is said only to who knows its password.
 * @throws AppError invalid, forbidden (disabled), too-many-requests, unavailable
 */
export async function signIn(
  { email, password, timeZone }: SignIn,
  client: Client,
): Promise<SignedIn> {
  const known = await knownDevice(client.cookie, email);
  const credentials = await asGuess({ email, address: client.address, known }, () =>
    check(email, password),
  );
  const { userId } = credentials;
  if (!credentials.disabled && (await needsCode(userId))) {
    const passwordHash = await upToDate(credentials, password);
    const pass = { userId, email, passwordMark: passwordMark(passwordHash) };
    return { userId, setCookies: [issuePass(pass, client.secure)], needsCode: true };
  }
  const opened = await open(credentials, client).catch(async (error: unknown) => {
    if (!(error instanceof SessionRefused)) throw error;
    // The hash changed meanwhile: by another password, or by a sign-in that replaced an outdated hash of this one.
    return open(await check(email, password), client);
  });
  if (timeZone) await updateTimeZone(userId, timeZone);
  const passwordHash = await upToDate(credentials, password);
  if (passwordHash === credentials.passwordHash) return { userId, ...opened, needsCode: false };
  const [session = ''] = opened.setCookies;
  const device = await rememberDevice({ userId, passwordHash }, client);
  return { userId, setCookies: [session, device], needsCode: false };
}

/** Replaces an outdated hash; returns the one that the account has now. */
async function upToDate({ userId, passwordHash }: Credentials, password: string): Promise<string> {
  if (!isOutdated(passwordHash)) return passwordHash;
  const hash = await hashPassword(password);
  return (await exchangePasswordHash(sql, userId, passwordHash, hash)) ? hash : passwordHash;
}

async function check(email: string, password: string): Promise<Credentials> {
  const credentials = await findCredentials(email);
  const matches = await verifyPassword(credentials?.passwordHash, password);
  if (!credentials || !matches) {
    throw new AppError('invalid', PROVIDER_TEXTS['invalid-credential']);
  }
  return credentials;
}

async function open({ userId, passwordHash, disabled }: Credentials, client: Client) {
  if (disabled) throw new AppError('forbidden', PROVIDER_TEXTS['user-disabled']);
  return startSession({ userId, passwordHash }, client);
}
