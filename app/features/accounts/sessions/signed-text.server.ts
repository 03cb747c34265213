import { createHmac, timingSafeEqual } from 'node:crypto';

import { env } from '~/settings/env.server';

/** A cookie has room for 4 KB. */
const MAX_LENGTH = 3_500;
const SHAPE = /^(([a-z\d]+)\.([\w-]+))\.([\w-]{43})$/;

/**
 * Only those who know the secret can make such a text. Anyone can read it; it holds no secret. `prefix` names its kind, so
 * that nothing else that is signed with the same secret can pass for it.
 */
export function signText(prefix: string, content: object, secret: string): string {
  const body = `${prefix}.${Buffer.from(JSON.stringify(content)).toString('base64url')}`;
  return `${body}.${signatureOf(body, secret)}`;
}

/** The content that `signText` got; undefined for anything that it didn't make with this prefix and secret. */
export function readSigned(prefix: string, text: string, secret: string): unknown {
  const [, body, kind, content = '', signature = ''] =
    text.length > MAX_LENGTH ? [] : (SHAPE.exec(text) ?? []);
  if (body === undefined || kind !== prefix || !isSame(signature, signatureOf(body, secret))) {
    return undefined;
  }
  return JSON.parse(Buffer.from(content, 'base64url').toString());
}

/** Every command that starts the app makes sure that there is one. */
export function sessionSecret(): string {
  const { SESSION_SECRET } = env();
  if (SESSION_SECRET === undefined) throw new Error('SESSION_SECRET is not set');
  return SESSION_SECRET;
}

function signatureOf(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('base64url');
}

/** Takes a time that doesn't reveal where the two differ. */
function isSame(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
