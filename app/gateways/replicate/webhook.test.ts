import { createHmac } from 'node:crypto';

import fc from 'fast-check';
import { validateWebhook } from 'replicate';
import { expect, test } from 'vitest';

import { isPublicHttps, isRecent, isSigned, type SignedCall } from './webhook';

const SECRET = `whsec_${Buffer.from('a secret of 24 bytes, or').toString('base64')}`;
const NOW = new Date('2026-11-21T12:00:00Z');
const SECONDS = NOW.getTime() / 1_000;

function call(body: string, secret = SECRET, timestamp = String(SECONDS)): SignedCall {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const value = createHmac('sha256', key).update(`msg_1.${timestamp}.${body}`).digest('base64');
  return { id: 'msg_1', timestamp, signature: `v1,${value}`, body: Buffer.from(body) };
}

test('a call that the SDK accepts as signed is signed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (body) => {
      const sent = call(body);
      const { id, timestamp, signature } = sent;
      const sdkCall = {
        id: id!,
        timestamp: timestamp!,
        signature: signature!,
        body,
        secret: SECRET,
      };
      expect(await validateWebhook(sdkCall)).toBe(true);
      expect(isSigned(sent, SECRET)).toBe(true);
    }),
  );
});

test('a call is signed when one of its signatures of the known version is right', () => {
  const sent = call('{}');
  const other = `v1,${Buffer.alloc(32).toString('base64')}`;
  expect(isSigned({ ...sent, signature: `${other} ${sent.signature}` }, SECRET)).toBe(true);
  expect(isSigned({ ...sent, signature: other }, SECRET)).toBe(false);
  expect(isSigned({ ...sent, signature: sent.signature!.replace('v1', 'v2') }, SECRET)).toBe(false);
});

test.each<[string, Partial<SignedCall>]>([
  ['another body', { body: Buffer.from('{"id":"other"}') }],
  ['another id', { id: 'msg_2' }],
  ['another time', { timestamp: String(SECONDS + 1) }],
  ['no signature', { signature: null }],
  ['an empty signature', { signature: '' }],
  ['half a signature', { signature: 'v1,' }],
  ['no id', { id: null }],
])('a call with %s is not signed', (_name, change) => {
  expect(isSigned({ ...call('{"id":"x"}'), ...change }, SECRET)).toBe(false);
});

test('a call is not signed by another secret, or by an empty one', () => {
  expect(isSigned(call('{}'), `whsec_${Buffer.from('another').toString('base64')}`)).toBe(false);
  expect(isSigned(call('{}', 'whsec_'), 'whsec_')).toBe(false);
});

test.each([
  [String(SECONDS - 300), true],
  [String(SECONDS - 301), false],
  [String(SECONDS + 300), true],
  [String(SECONDS + 301), false],
  ['', false],
  ['soon', false],
  ['Infinity', false],
  [null, false],
])('a call sent at %s is recent: %s', (timestamp, recent) => {
  expect(isRecent({ ...call('{}'), timestamp }, NOW)).toBe(recent);
});

test.each([
  'https://brandwright.example.com',
  'https://brandwright.example.com:8443/below',
  'https://93.184.216.34',
  'https://172.32.0.1',
  'https://[2606:2800:220:1::1]',
])('%s may be reached from outside', (address) => {
  expect(isPublicHttps(address)).toBe(true);
});

test.each([
  'http://brandwright.example.com',
  'https://localhost',
  'https://localhost:3000',
  'https://app.localhost',
  'https://127.0.0.1',
  // Other notations of this machine's address.
  'https://2130706433',
  'https://0x7f.1',
  'https://0.0.0.0',
  'https://10.1.2.3',
  'https://172.16.0.1',
  'https://172.31.255.255',
  'https://192.168.1.10',
  'https://169.254.169.254',
  'https://100.64.0.1',
  'https://[::1]',
  'https://[::]',
  'https://[::ffff:192.168.1.1]',
  'https://[fd00::1]',
  'https://[fe80::1]',
  'https://server',
  'https://nas.local',
  'https://nas.local.',
  'https://app.internal',
  'https://router.home.arpa',
  'not an address',
])('%s can’t be reached from outside', (address) => {
  expect(isPublicHttps(address)).toBe(false);
});
