import { createHmac, timingSafeEqual } from 'node:crypto';

import { z } from 'zod';

/** Which session a token speaks for, and until when. */
export interface TokenClaims {
  userId: string;
  sessionId: string;
  expiresAt: Date;
}

/** It names this kind of token, so that nothing else that is signed with the same secret can pass for one. */
const PREFIX = 'bw1';
const SHAPE = new RegExp(`^(${PREFIX}\\.([\\w-]+))\\.([\\w-]{43})$`);
const MOST = 1_000;

const payload = z.object({ uid: z.uuid(), sid: z.string().min(1), exp: z.number().int() });

/** A token that only who knows the secret can make. It can be read by anybody, and holds no secret. */
export function sealToken({ userId, sessionId, expiresAt }: TokenClaims, secret: string): string {
  const claims = { uid: userId, sid: sessionId, exp: expiresAt.getTime() };
  const body = `${PREFIX}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${body}.${signatureOf(body, secret)}`;
}

/** What a token says, or null if it is none of ours or has expired. */
export function openToken(token: string, secret: string, now: Date): TokenClaims | null {
  const [, body, content = '', signature = ''] =
    token.length > MOST ? [] : (SHAPE.exec(token) ?? []);
  if (body === undefined || !isSame(signature, signatureOf(body, secret))) return null;
  // Whatever is signed was made above.
  const { uid, sid, exp } = payload.parse(JSON.parse(Buffer.from(content, 'base64url').toString()));
  if (exp <= now.getTime()) return null;
  return { userId: uid, sessionId: sid, expiresAt: new Date(exp) };
}

function signatureOf(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('base64url');
}

/** In a time that tells nothing about where they differ. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
