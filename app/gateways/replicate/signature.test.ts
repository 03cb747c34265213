import { createHmac } from 'node:crypto';

import fc from 'fast-check';
import { validateWebhook } from 'replicate';
import { expect, test } from 'vitest';

import { isRecent, isSigned, type SignedCall } from './signature';

const SECRET = `whsec_${Buffer.from('a secret of 24 bytes, or').toString('base64')}`;
const NOW = new Date('2026-11-21T12:00:00Z');
const SECONDS = NOW.getTime() / 1_000;

function call(body: string, secret = SECRET, timestamp = String(SECONDS)): SignedCall {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const value = createHmac('sha256', key).update(`msg_1.${timestamp}.${body}`).digest('base64');
  return { id: 'msg_1', timestamp, signature: `v1,${value}`, body: Buffer.from(body) };
}

test('what the SDK takes for signed is signed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (body) => {
      const sent = call(body);
      const { id, timestamp, signature } = sent;
      const said = { id: id!, timestamp: timestamp!, signature: signature!, body, secret: SECRET };
      expect(await validateWebhook(said)).toBe(true);
      expect(isSigned(sent, SECRET)).toBe(true);
    }),
  );
});

test('one right signature among several is enough, of the version that is known', () => {
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
  ['an empty one', { signature: '' }],
  ['half of one', { signature: 'v1,' }],
  ['no id', { id: null }],
])('%s is refused', (_name, change) => {
  expect(isSigned({ ...call('{"id":"x"}'), ...change }, SECRET)).toBe(false);
});

test('another secret, and none, sign nothing', () => {
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
])('sent at %s: recent is %s', (timestamp, recent) => {
  expect(isRecent({ ...call('{}'), timestamp }, NOW)).toBe(recent);
});
