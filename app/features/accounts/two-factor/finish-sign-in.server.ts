import { createHash } from 'node:crypto';

import { z } from 'zod';

import { AppError } from '~/lib/errors';
import { userScope, type UserScope } from '~/lib/scope';

import { knownDevice } from '../sessions/known-device.server';
import type { Client } from '../sessions/session';
import { completeSignIn } from '../sessions/session-actions.server';
import { readSigned, sessionSecret, signText } from '../sessions/signed-text.server';
import { PROVIDER_TEXTS } from '../texts';
import { findCredentials } from '../users/user-data.server';
import { checkCode } from './check-code.server';
import { findSecondStep } from './second-step.server';
import { TWO_FACTOR_TEXTS } from './texts';
import { needsCode } from './two-factor-data.server';

/**
 * Someone has given the right password, or come from an issuer, and still has to give a code. It is no session, and good for
 * nothing else.
 */
export interface SignInPass {
  userId: UserScope;
  email: string;
  /** Shows whether the account has another password now. */
  passwordMark: string;
  /** The issuer that they came from. */
  issuerId?: string;
}

const PREFIX = 'bw2f';
const COOKIE = 'brandwright_second_step';
const LIFETIME_S = 10 * 60;

const payload = z.object({
  uid: z.uuid(),
  eml: z.string(),
  pwd: z.string(),
  iss: z.string().optional(),
  exp: z.number().int(),
});

/** Made from the hash; it reveals nothing about the password. */
export function passwordMark(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('base64url');
}

function cookie(value: string, secure: boolean, maxAge: number): string {
  // Below /auth only: no other page ever gets it.
  return `${COOKIE}=${value}; Path=/auth; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** The Set-Cookie header that lets the browser continue with a code. */
export function issuePass(pass: SignInPass, secure: boolean, now = new Date()): string {
  const claims = {
    uid: pass.userId,
    eml: pass.email,
    pwd: pass.passwordMark,
    iss: pass.issuerId,
    exp: now.getTime() + LIFETIME_S * 1_000,
  };
  return cookie(signText(PREFIX, claims, sessionSecret()), secure, LIFETIME_S);
}

/** The Set-Cookie header that makes the browser forget the pass. */
export function blankPass(secure: boolean): string {
  return cookie('', secure, 0);
}

/** The pass in this Cookie header; null without a valid one. */
export function readPass(
  cookieHeader: string | null | undefined,
  now = new Date(),
): SignInPass | null {
  for (const pair of cookieHeader?.split(';') ?? []) {
    const [name, value = ''] = pair.trim().split('=', 2);
    if (name !== COOKIE) continue;
    const signed = readSigned(PREFIX, value, sessionSecret());
    if (signed === undefined) return null;
    // Everything that is signed was made above.
    const { uid, eml, pwd, iss, exp } = payload.parse(signed);
    if (exp <= now.getTime()) return null;
    return { userId: userScope(uid), email: eml, passwordMark: pwd, issuerId: iss };
  }
  return null;
}

export interface FinishingCode {
  code: string;
  timeZone: string | null;
}

/** There is no valid pass: the password has to be given again. */
export class PassExpired extends AppError {
  constructor() {
    super('forbidden', TWO_FACTOR_TEXTS.tookTooLong);
  }
}

/**
 * The pass in this Cookie header, and the account that it's for.
 * @throws PassExpired, AppError `forbidden` (disabled)
 */
export async function requirePass(
  cookieHeader: string | null | undefined,
  now: Date,
): Promise<{ pass: SignInPass; userId: UserScope; passwordHash: string }> {
  const pass = readPass(cookieHeader, now);
  const credentials = pass && (await findCredentials(pass.email));
  if (!pass || credentials?.userId !== pass.userId) throw new PassExpired();
  const { userId, passwordHash, disabled } = credentials;
  // A new password ends the passes that were issued for the old one; so does a reset of two-factor sign-in.
  if (passwordMark(passwordHash) !== pass.passwordMark || !(await findSecondStep(userId))) {
    throw new PassExpired();
  }
  if (disabled) throw new AppError('forbidden', PROVIDER_TEXTS['user-disabled']);
  return { pass, userId, passwordHash };
}

/**
 * Opens the session of someone who has given their password (`signIn`), or come from an issuer, and now gives a code.
 * @throws PassExpired, WrongCode, AppError forbidden (disabled), too-many-requests, unavailable
 */
export async function finishSignIn(
  cookieHeader: string | null,
  { code, timeZone }: FinishingCode,
  client: Client,
  now = new Date(),
): Promise<{ userId: UserScope; setCookies: string[] }> {
  const { pass, userId, passwordHash } = await requirePass(cookieHeader, now);
  // `checkCode` would let everyone through who has no app.
  if (!(await needsCode(userId))) throw new PassExpired();
  const known = await knownDevice(client.cookie, pass.email);
  await checkCode({ userId, code, address: client.address, known, now });
  const { issuerId } = pass;
  const { setCookies } = await completeSignIn({ userId, passwordHash, issuerId }, client, {
    method: issuerId === undefined ? 'code' : 'identity-and-code',
    timeZone,
    refused: () => new PassExpired(),
  });
  return { userId, setCookies: [...setCookies, blankPass(client.secure)] };
}
