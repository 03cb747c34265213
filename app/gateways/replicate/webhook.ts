import { createHmac, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';

// Whether Replicate's webhooks can reach this site, and whether Replicate signed a call.

/** A webhook call as it arrived, byte for byte. */
export interface SignedCall {
  id: string | null;
  /** Seconds since 1970. */
  timestamp: string | null;
  signature: string | null;
  body: Buffer;
}

/** Calls that are older, or from the future, may be replayed. */
const TOLERANCE_S = 5 * 60;

/** Whether a call says that it was sent within the last minutes, which its signature then proves. */
export function isRecent({ timestamp }: SignedCall, now: Date): boolean {
  if (timestamp === null || !/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= TOLERANCE_S;
}

/**
 * Whether a call was signed with the secret, by the rules of Standard Webhooks: HMAC-SHA256 of id, time, and body. The
 * SDK's own check isn't constant-time, and accepts calls of any age.
 */
export function isSigned({ id, timestamp, signature, body }: SignedCall, secret: string): boolean {
  if (!id || !timestamp || !signature) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (key.length === 0) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  return signature.split(' ').some((part) => {
    const [version, value = ''] = part.split(',');
    const sent = Buffer.from(value, 'base64');
    return version === 'v1' && sent.length === expected.length && timingSafeEqual(sent, expected);
  });
}

/** Addresses that can't be reached from outside: this machine, its network, and reserved ones. */
const HIDDEN = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  HIDDEN.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  HIDDEN.addSubnet(network, bits, 'ipv6');
}

/** Names that mean something only within a network. */
const PRIVATE_NAME =
  /\.(localhost|local|localdomain|internal|intranet|lan|home|corp|test|invalid|home\.arpa)$/;

/** Whether the internet may be able to reach this address by https. */
export function isPublicHttps(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:') return false;
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const family = isIP(host);
  if (family !== 0) return !HIDDEN.check(host, family === 4 ? 'ipv4' : 'ipv6');
  return host.includes('.') && !PRIVATE_NAME.test(host);
}
