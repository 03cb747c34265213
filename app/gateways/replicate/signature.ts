import { createHmac, timingSafeEqual } from 'node:crypto';

/** What came, to the byte. */
export interface SignedCall {
  id: string | null;
  /** Seconds since 1970. */
  timestamp: string | null;
  signature: string | null;
  body: Buffer;
}

/** Older ones, or such of the future, are someone's repetition. */
const TOLERANCE_S = 5 * 60;

/** True when it says that it was sent within the last minutes. Whether that is so, its signature tells. */
export function isRecent({ timestamp }: SignedCall, now: Date): boolean {
  if (timestamp === null || !/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= TOLERANCE_S;
}

/**
 * True when whoever has the secret signed it, as Standard Webhooks have it: HMAC-SHA256 of id, time and body. The SDK's
 * own check compares in a time that depends on the signature, and takes calls of any age.
 */
export function isSigned({ id, timestamp, signature, body }: SignedCall, secret: string): boolean {
  if (!id || !timestamp || !signature) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (key.length === 0) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  return signature.split(' ').some((part) => {
    const [version, value = ''] = part.split(',');
    const given = Buffer.from(value, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
