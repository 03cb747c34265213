import { expect, test } from 'vitest';
import { isSecureRequest } from './session';

const post = (url: string, origin?: string) =>
  new Request(url, { method: 'POST', headers: origin ? { origin } : {} });

test.each([
  ['https://brand.example/auth/login', undefined, 'http://localhost:3000', true],
  ['http://localhost:3000/auth/login', 'http://localhost:3000', 'http://localhost:3000', false],
  // A plain-http network beside the public address: Secure would lock people out.
  [
    'http://192.168.1.20:3000/auth/login',
    'http://192.168.1.20:3000',
    'https://brand.example',
    false,
  ],
  ['http://192.168.1.20:3000/auth/login', undefined, 'https://brand.example', false],
  // A proxy that terminates TLS without saying so, and keeps the host, or doesn't.
  ['http://brand.example/auth/login', undefined, 'https://brand.example', true],
  ['http://app:3000/auth/login', 'https://brand.example', 'https://brand.example', true],
  ['http://app:3000/auth/login', 'null', 'https://brand.example', false],
])(
  'for %s with Origin %s and APP_URL %s, cookies are Secure: %s',
  (url, origin, appUrl, secure) => {
    expect(isSecureRequest(post(url, origin), appUrl)).toBe(secure);
  },
);
