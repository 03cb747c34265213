import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

import { env } from '~/settings/env.server';

const FORMAT = 'e1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypted data can't be read: the message says why, for the log. It contains no secret. */
export class Undecipherable extends Error {}

interface Keys {
  /** Identifies the key in what it encrypted, so that a different key can be distinguished from damage. */
  id: string;
  cipher: Buffer;
  hash: Buffer;
}

function keysOf(text: string): Keys {
  const derived = (label: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', text, '', `brandwright ${label}`, bytes));
  return {
    id: derived('key id', 6).toString('base64url'),
    cipher: derived('encryption', 32),
    hash: derived('keyed hash', 32),
  };
}

/** Every command that starts the app makes sure that there is one. */
function keys(): Keys {
  const { ENCRYPTION_KEY } = env();
  if (ENCRYPTION_KEY === undefined) throw new Error('ENCRYPTION_KEY is not set');
  return keysOf(ENCRYPTION_KEY);
}

/**
 * Encrypts a text with ENCRYPTION_KEY. `place` says where it's stored (a table and its row): a copy in another place
 * can't be decrypted.
 */
export function encrypt(text: string, place: string): string {
  const { id, cipher: key } = keys();
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place));
  const content = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]);
  const sealed = Buffer.concat([content, cipher.getAuthTag()]);
  return `${FORMAT}.${id}.${sealed.toString('base64url')}`;
}

/** A LIKE pattern for everything that the current key has encrypted. */
export function encryptedByPresentKey(): string {
  return `${FORMAT}.${keys().id.replace(/[\\%_]/g, '\\$&')}.%`;
}

/** @throws Undecipherable */
export function decrypt(encrypted: string, place: string): string {
  const [format, keyId, sealed = ''] = encrypted.split('.');
  const { id, cipher: key } = keys();
  if (format !== FORMAT) throw new Undecipherable('it has no form that is known');
  if (keyId !== id) {
    throw new Undecipherable(
      `it was encrypted by another ENCRYPTION_KEY (${keyId}) than the present one (${id})`,
    );
  }
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < IV_BYTES + TAG_BYTES) throw new Undecipherable('it is damaged');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    const content = bytes.subarray(IV_BYTES, -TAG_BYTES);
    return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new Undecipherable('it is damaged, or was moved from another place', { cause });
  }
}

/** A hash that only the holder of ENCRYPTION_KEY can make: for values too short to be hashed alone. In hex. */
export function keyedHash(text: string): string {
  return createHmac('sha256', keys().hash).update(text).digest('hex');
}

/** Compares an input with a secret, in a time that reveals neither where they differ nor how long the secret is. */
export function isSameSecret(sent: string, secret: string): boolean {
  const [a, b] = [sent, secret].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a!, b!);
}
