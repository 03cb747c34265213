import { isIPv6 } from 'node:net';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { addressTiers, UNREADABLE_ADDRESS } from './network-address.server';

const narrowest = (address: string) => addressTiers(address)[0]!.key;

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['203.0.113.7:443', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:51234', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:FFFF:cb00:7107', '203.0.113.7'],
])('%s counts as the IPv4 address %s, and for no wider network', (address, key) => {
  expect(addressTiers(address)).toEqual([{ key, share: 1 }]);
});

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1:0::/56', '2001:db8:1:0::/48'],
  ['2001:0DB8:0001:ab02::9', '2001:db8:1:ab02::/64', '2001:db8:1:ab00::/56', '2001:db8:1:0::/48'],
  ['[2001:db8:1:ab02::9]:443', '2001:db8:1:ab02::/64', '2001:db8:1:ab00::/56', '2001:db8:1:0::/48'],
  ['[2001:db8:1:ab02::9]', '2001:db8:1:ab02::/64', '2001:db8:1:ab00::/56', '2001:db8:1:0::/48'],
  ['2001:db8::203.0.113.7', '2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0:0::/56', '0:0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0:0::/56', 'fe80:0:0:0::/48'],
])('%s counts for its /64, its /56, and its /48', (address, ...keys) => {
  expect(addressTiers(address)).toEqual([
    { key: keys[0], share: 1 },
    { key: keys[1], share: 4 },
    { key: keys[2], share: 16 },
  ]);
});

test.each([
  '',
  'localhost',
  '203.0.113',
  '203.0.113.7:x',
  '203.0.113.7:123456',
  '[203.0.113.7',
  '1::2::3',
  'x',
  'unknown',
  `203.0.113.7${' '.repeat(200_000)}`,
  `[${':'.repeat(200_000)}`,
])('an unreadable address shares a count with all others of its kind (%#)', (address) => {
  expect(addressTiers(address)).toEqual([{ key: UNREADABLE_ADDRESS, share: 1 }]);
});

test("an IPv6 address shares its keys with its networks, however it's written and with any port", () => {
  fc.assert(
    fc.property(fc.ipV6(), fc.nat(65_535), (address, port) => {
      fc.pre(isIPv6(address));
      const other = new URL(`http://[${address}]:${port}`).hostname;
      const tiers = addressTiers(address);
      expect(addressTiers(`[${address}]:${port}`)).toEqual(tiers);
      expect(addressTiers(other)).toEqual(tiers);
      if (tiers.length === 1) return;
      for (const { key } of tiers) {
        const inside = key.replace(/::\/\d+$/, ':dead:beef:0:1');
        expect(addressTiers(inside).map((tier) => tier.key)).toContain(key);
      }
      expect(narrowest(address)).toMatch(/\/64$/);
    }),
  );
});
