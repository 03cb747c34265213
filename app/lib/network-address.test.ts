import { isIPv6 } from 'node:net';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { addressKey } from './network-address.server';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:203.0.113.7', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test.each([undefined, '', 'localhost', '203.0.113', '203.0.113.7:80', '::ffff:1', '1::2::3', 'x'])(
  '%s is no address, or no mapped one',
  (address) => {
    expect(addressKey(address)).toBe(address === '::ffff:1' ? '0:0:0:0::/64' : undefined);
  },
);

test('every IPv6 address shares its key with its /64 and with nothing else', () => {
  fc.assert(
    fc.property(fc.ipV6(), fc.ipV6(), (one, other) => {
      fc.pre(isIPv6(one) && isIPv6(other));
      const [a, b] = [new URL(`http://[${one}]`), new URL(`http://[${other}]`)];
      expect(addressKey(one)).toBe(addressKey(a.hostname.slice(1, -1)));
      expect(addressKey(other)).toBe(addressKey(b.hostname.slice(1, -1)));
      const network = addressKey(one)!;
      if (network.endsWith('::/64')) {
        expect(addressKey(`${network.slice(0, -5)}:dead:beef:0:1`)).toBe(network);
      }
    }),
  );
});
