import { createHmac, timingSafeEqual } from 'node:crypto';

import { env } from '~/settings/env.server';

const MAX = 1_000;
const SHAPE = /^(([a-z\d]+)\.([\w-]+))\.([\w-]{43})$/;

/**
 * A text that only who knows the secret can make. It can be read by anyone, and holds no secret. `prefix` names its
 * kind, so that nothing else that is signed with the same secret can pass for it.
 */
export function signText(prefix: string, content: object, secret: string): string {
  const body = `${prefix}.${Buffer.from(JSON.stringify(content)).toString('base64url')}`;
  return `${body}.${signatureOf(body, secret)}`;
}

/** What `signText` was given, or undefined if this is none of its kind. */
export function readSigned(prefix: string, text: string, secret: string): unknown {
  const [, body, kind, content = '', signature = ''] =
    text.length > MAX ? [] : (SHAPE.exec(text) ?? []);
  if (body === undefined || kind !== prefix || !isSame(signature, signatureOf(body, secret))) {
    return undefined;
  }
  return JSON.parse(Buffer.from(content, 'base64url').toString());
}

/** Every command that starts the app sees to it that there is one. */
export function sessionSecret(): string {
  const { SESSION_SECRET } = env();
  if (SESSION_SECRET === undefined) throw new Error('SESSION_SECRET is not set');
  return SESSION_SECRET;
}

function signatureOf(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('base64url');
}

/** In a time that tells nothing about where they differ. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
