import fc from 'fast-check';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';

import { newSecret, stepOf, uriOf } from './totp.server';

// RFC 6238, appendix B: the secret of its SHA-1 examples, and the last six of their eight digits.
const RFC_SECRET = Secret.fromLatin1('12345678901234567890').base32;
const RFC_CODES: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
];

test.each(RFC_CODES)('at %i seconds, the code of the standard is accepted', (seconds, code) => {
  expect(stepOf(RFC_SECRET, code, new Date(seconds * 1_000))).toBe(Math.floor(seconds / 30));
});

test('a code is accepted if the clock is at most one step off, and its own step is returned', () => {
  const secret = newSecret();
  fc.assert(
    fc.property(
      fc.integer({ min: 10, max: 90_000_000 }),
      fc.integer({ min: -4, max: 4 }),
      fc.integer({ min: 0, max: 29_999 }),
      (step, off, within) => {
        const code = TOTP.generate({
          secret: Secret.fromBase32(secret),
          timestamp: (step + off) * 30_000,
        });
        const found = stepOf(secret, code, new Date(step * 30_000 + within));
        // Two of a million codes may match by chance: then the step may be another one nearby.
        if (Math.abs(off) <= 1) expect(Math.abs(found! - step)).toBeLessThanOrEqual(1);
        else if (found !== null) expect(found).not.toBe(step + off);
      },
    ),
  );
  const now = new Date(1_000_000 * 30_000);
  const at = (step: number) =>
    TOTP.generate({ secret: Secret.fromBase32(RFC_SECRET), timestamp: step * 30_000 });
  expect([-2, -1, 0, 1, 2].map((off) => stepOf(RFC_SECRET, at(1_000_000 + off), now))).toEqual([
    null,
    999_999,
    1_000_000,
    1_000_001,
    null,
  ]);
});

test('the URI tells the app which account it is for', () => {
  const secret = newSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(uriOf(secret, 'ada@example.com'));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toContain('Brandwright:ada@example.com');
  expect(uri.searchParams.get('secret')).toBe(secret);
  expect(uri.searchParams.get('issuer')).toBe('Brandwright');
});
