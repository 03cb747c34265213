import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import type { Client } from './session';
import { PROVIDER_TEXTS } from '../texts';
import { asGuess } from '../passwords/current-password.server';
import { hashPassword, isOutdated, verifyPassword } from '../passwords/passwords.server';
import { knownDevice, rememberDevice } from './known-device.server';
import { bestEffort } from './best-effort.server';
import { SessionRefused } from './session-data.server';
import { completeSignIn } from './session-actions.server';
import { issuePass, passwordMark } from '../two-factor/finish-sign-in.server';
import { findSecondStep } from '../two-factor/second-step.server';
import { exchangePasswordHash, findCredentials, type Credentials } from '../users/user-data.server';

export interface SignIn {
  /** Normalized. */
  email: string;
  password: string;
  timeZone: string | null;
}

export interface SignedIn {
  userId: UserScope;
  /** The session's first; or, if a second step is needed, the one that lets the browser continue (`finishSignIn`). */
  setCookies: string[];
  needsSecondStep: boolean;
}

/**
 * Opens a session, or the second step if one is needed. An unknown account and a wrong password get the same
 * answer in the same time; only those who know an account's password learn that it is disabled.
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
  if (!credentials.disabled && (await findSecondStep(userId))) {
    const passwordHash = await upToDate(credentials, password);
    const pass = { userId, email, passwordMark: passwordMark(passwordHash) };
    return { userId, setCookies: [issuePass(pass, client.secure)], needsSecondStep: true };
  }
  const { setCookies } = await open(credentials, timeZone, client).catch(async (error: unknown) => {
    if (!(error instanceof SessionRefused)) throw error;
    // The hash has changed: there is another password, or another sign-in replaced an outdated hash of this one.
    return open(await check(email, password), timeZone, client);
  });
  const device = await bestEffort(userId, async () => {
    const passwordHash = await upToDate(credentials, password);
    if (passwordHash === credentials.passwordHash) return undefined;
    return rememberDevice({ userId, passwordHash }, client);
  });
  // It takes the place of the one for the outdated hash.
  const [session = ''] = setCookies;
  return {
    userId,
    setCookies: device === undefined ? setCookies : [session, device],
    needsSecondStep: false,
  };
}

/** Replaces an outdated hash; returns the account's hash from now on. */
async function upToDate({ userId, passwordHash }: Credentials, password: string): Promise<string> {
  if (!isOutdated(passwordHash)) return passwordHash;
  const hash = await hashPassword(password);
  return (await exchangePasswordHash(userId, passwordHash, hash)) ? hash : passwordHash;
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
  timeZone: string | null,
  client: Client,
) {
  if (disabled) throw new AppError('forbidden', PROVIDER_TEXTS['user-disabled']);
  return completeSignIn({ userId, passwordHash }, client, { method: 'password', timeZone });
}
