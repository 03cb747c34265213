import { expect, test } from 'vitest';

import { isPublicHttps } from './public-address';

test.each([
  'https://brandwright.example.com',
  'https://brandwright.example.com:8443/below',
  'https://93.184.216.34',
  'https://172.32.0.1',
  'https://[2606:2800:220:1::1]',
])('%s can be reached from outside', (address) => {
  expect(isPublicHttps(address)).toBe(true);
});

test.each([
  'http://brandwright.example.com',
  'https://localhost',
  'https://localhost:3000',
  'https://app.localhost',
  'https://127.0.0.1',
  // Written otherwise, and still this machine.
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
])('%s cannot', (address) => {
  expect(isPublicHttps(address)).toBe(false);
});
