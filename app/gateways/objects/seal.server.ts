import { createHash } from 'node:crypto';

import { ObjectDamaged } from './objects';

const SEAL = /\.[A-Za-z0-9_-]{43}$/;

/**
 * A key that ends in the digest of what it is for. The row that names it thereby knows what it named, whatever becomes of
 * the object: in the store, in a backup, on the way to another bucket.
 */
export function sealedKey(key: string, bytes: Uint8Array): string {
  return `${key}.${createHash('sha256').update(bytes).digest('base64url')}`;
}

/** The end of a key that has one, for the key of a copy. */
export function sealOf(key: string): string {
  return SEAL.exec(key)?.[0] ?? '';
}

/** @throws ObjectDamaged when these are not the bytes that the key was made for; keys without a seal say nothing */
export function assertSealed(key: string, bytes: Uint8Array): void {
  const seal = sealOf(key);
  if (seal !== '' && sealedKey('', bytes) !== seal) throw new ObjectDamaged();
}
