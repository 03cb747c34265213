import { expect, test } from 'vitest';

import { deviceOf, isRecentLogin } from './session';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`,
    'Chrome on Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`,
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPad',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${WEBKIT} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  ['curl/8.5.0', 'Unknown device'],
  ['Linux', 'Linux'],
  [null, 'Unknown device'],
])('the device of %s is shown as %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});

const authenticatedAt = new Date('2026-11-21T10:00:00Z');
const after = (ms: number) => new Date(authenticatedAt.getTime() + ms);

test.each([
  [0, true],
  [10 * 60_000, true],
  [10 * 60_000 + 1, false],
  // The clock of another process may be slightly behind.
  [-2_000, true],
  // Given while the clock was a day ahead.
  [-86_400_000, false],
])('%i ms after the password was given, the login counts as recent: %s', (ms, recent) => {
  expect(isRecentLogin(authenticatedAt, after(ms))).toBe(recent);
});
