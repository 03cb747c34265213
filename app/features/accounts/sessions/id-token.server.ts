import { z } from 'zod';

import { userScope, type UserScope } from '~/lib/scope';

import { readSigned, signText } from './signed-text.server';

/** Which session a token stands for, and until when. */
export interface TokenClaims {
  userId: UserScope;
  sessionId: string;
  expiresAt: Date;
}

const PREFIX = 'bw1';

const payload = z.object({ uid: z.uuid(), sid: z.string().min(1), exp: z.number().int() });

/** Only those who know the secret can make a token. Anyone can read one; it holds no secret. */
export function sealToken({ userId, sessionId, expiresAt }: TokenClaims, secret: string): string {
  return signText(PREFIX, { uid: userId, sid: sessionId, exp: expiresAt.getTime() }, secret);
}

/** A token's claims; null if it isn't one of ours or has expired. */
export function openToken(token: string, secret: string, now: Date): TokenClaims | null {
  const signed = readSigned(PREFIX, token, secret);
  if (signed === undefined) return null;
  // Everything that is signed was made above.
  const { uid, sid, exp } = payload.parse(signed);
  if (exp <= now.getTime()) return null;
  return { userId: userScope(uid), sessionId: sid, expiresAt: new Date(exp) };
}
