import { createHash } from 'node:crypto';

import { z } from 'zod';

import { userScope, type UserScope } from '~/lib/scope';

import { readSigned, sessionSecret, signText } from '../sessions/signed-text.server';

/** Someone has given the right password, and has yet to give a code: no session, and good for nothing else. */
export interface SignInPass {
  userId: UserScope;
  email: string;
  /** Tells whether the account has another password meanwhile. */
  passwordMark: string;
}

const PREFIX = 'bw2f';
const COOKIE = 'brandwright_second_step';
const LIFETIME_S = 10 * 60;

const payload = z.object({
  uid: z.uuid(),
  eml: z.string(),
  pwd: z.string(),
  exp: z.number().int(),
});

/** Of the hash, which says nothing of the password. */
export function passwordMark(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('base64url');
}

function cookie(value: string, secure: boolean, maxAge: number): string {
  // Below /auth only: no other page ever sees it.
  return `${COOKIE}=${value}; Path=/auth; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** The Set-Cookie header that lets the browser go on with a code. */
export function issuePass(pass: SignInPass, secure: boolean, now = new Date()): string {
  const claims = {
    uid: pass.userId,
    eml: pass.email,
    pwd: pass.passwordMark,
    exp: now.getTime() + LIFETIME_S * 1_000,
  };
  return cookie(signText(PREFIX, claims, sessionSecret()), secure, LIFETIME_S);
}

/** The Set-Cookie header that makes the browser forget it. */
export function blankPass(secure: boolean): string {
  return cookie('', secure, 0);
}

/** What this Cookie header lets go on; null without a good one. */
export function readPass(
  cookieHeader: string | null | undefined,
  now = new Date(),
): SignInPass | null {
  for (const pair of cookieHeader?.split(';') ?? []) {
    const [name, value = ''] = pair.trim().split('=', 2);
    if (name !== COOKIE) continue;
    const signed = readSigned(PREFIX, value, sessionSecret());
    if (signed === undefined) return null;
    // Whatever is signed was made above.
    const { uid, eml, pwd, exp } = payload.parse(signed);
    return exp > now.getTime() ? { userId: userScope(uid), email: eml, passwordMark: pwd } : null;
  }
  return null;
}
