import { expect, test } from 'vitest';

import { relyingPartyAt } from './relying-party.server';

test.each([
  ['https://brand.example.com', { id: 'brand.example.com', origin: 'https://brand.example.com' }],
  [
    'https://brand.example.com:8443/',
    { id: 'brand.example.com', origin: 'https://brand.example.com:8443' },
  ],
  ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
])('passkeys of %s belong to its host', (address, expected) => {
  expect(relyingPartyAt(address)).toEqual(expected);
});

test.each([
  'http://brand.example.com',
  'http://192.168.1.20:3000',
  'https://192.168.1.20',
  'https://[2001:db8::1]',
  'http://127.0.0.1:3000',
  'http://localhost.example.com',
])('there are no passkeys at %s', (address) => {
  expect(relyingPartyAt(address)).toBeNull();
});
