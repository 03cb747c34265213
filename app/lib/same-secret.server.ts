import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares what was sent with a secret, in a time that says nothing about where they differ, or how long it is. */
export function isSameSecret(sent: string, secret: string): boolean {
  const [a, b] = [sent, secret].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a!, b!);
}
