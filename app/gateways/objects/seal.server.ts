import { createHash } from 'node:crypto';

import { ObjectDamaged } from './objects';

const SEAL = /\.[A-Za-z0-9_-]{43}$/;

/**
 * A key that ends in its content's SHA-256. So the row that stores the key also knows the content, whatever happens to
 * the object: in the store, in a backup, on the way to another bucket.
 */
export function sealedKey(key: string, bytes: Uint8Array): string {
  return `${key}.${createHash('sha256').update(bytes).digest('base64url')}`;
}

/** The seal at the end of a key, for a copy's key; empty if it has none. */
export function sealOf(key: string): string {
  return SEAL.exec(key)?.[0] ?? '';
}

/** @throws ObjectDamaged if these are not the bytes that the key was made for; keys without a seal accept anything */
export function assertSealed(key: string, bytes: Uint8Array): void {
  const seal = sealOf(key);
  if (seal !== '' && sealedKey('', bytes) !== seal) throw new ObjectDamaged();
}
