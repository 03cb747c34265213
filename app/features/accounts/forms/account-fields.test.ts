import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  emailProblem,
  nameProblem,
  normalizeEmail,
  normalizeName,
  validTimeZone,
} from './account-fields';
import { FIELD_TEXTS } from '../texts';

describe('an email address', () => {
  test.each([
    ['  Ada.Byron@Example.COM ', 'ada.byron@example.com'],
    ['JOSE\u0301@example.com', 'jos\u00e9@example.com'],
    ['info@Bücher.example', 'info@xn--bcher-kva.example'],
    ['info@xn--bcher-kva.example', 'info@xn--bcher-kva.example'],
    ['почта@пример.рф', 'почта@xn--e1afmkfd.xn--p1ai'],
    ['no at sign', 'no at sign'],
  ])('typed as %j is normalized to %j', (typed, normalized) => {
    expect(normalizeEmail(typed)).toBe(normalized);
  });

  test('doesn’t change when it is normalized again', () => {
    const domain = fc.oneof(fc.domain(), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), domain, (local, host) => {
        const once = normalizeEmail(`${local}@${host}`);
        expect(normalizeEmail(once)).toBe(once);
      }),
    );
  });

  test('is accepted if it is an ordinary one', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        expect(emailProblem(normalizeEmail(email))).toBeUndefined();
      }),
    );
  });

  test.each([
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@example.',
    'ada byron@example.com',
    'ada@exa mple.com',
    'ada@@example.com',
    'ada@example.com\u0000',
    'a\u200bda@example.com',
    'a\u202eda@example.com',
    '\ud800da@example.com',
    `${'x'.repeat(250)}@example.com`,
  ])('is refused if it is %j', (typed) => {
    expect(emailProblem(normalizeEmail(typed))).toBe(FIELD_TEXTS.emailInvalid);
  });

  test('counts as missing if it is only spaces', () => {
    expect(emailProblem(normalizeEmail('  '))).toBe(FIELD_TEXTS.emailMissing);
  });
});

describe('a name', () => {
  test.each([
    ['  Ada \t Augusta\n', 'Ada Augusta'],
    ['Ada\u0000\u001b[31m', 'Ada[31m'],
    ['\u202eada', 'ada'],
    // A joiner is part of the spelling.
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['Zoe\u0308', 'Zo\u00eb'],
  ])('typed as %j is normalized to %j', (typed, normalized) => {
    expect(normalizeName(typed)).toBe(normalized);
  });

  test.each(['', '   ', '\u200b', '\u0000', '\u2060\u00a0'])(
    'counts as missing if it is %j',
    (typed) => {
      expect(nameProblem(normalizeName(typed), 'missing')).toBe('missing');
    },
  );

  test('may have 100 characters of any kind', () => {
    expect(nameProblem('🦊'.repeat(100), 'missing')).toBeUndefined();
    expect(nameProblem('🦊'.repeat(101), 'missing')).toBe('Use at most 100 characters');
  });

  test('can be stored as text once it is normalized', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        const name = normalizeName(typed);
        expect(name).not.toMatch(/[\u0000-\u001f\u007f]/);
        expect(name.isWellFormed()).toBe(true);
        expect(normalizeName(name)).toBe(name);
      }),
    );
  });
});

test.each(['Europe/Berlin', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'UTC'])(
  '%s is a time zone',
  (zone) => expect(validTimeZone(zone)).toBe(zone),
);

test.each([
  undefined,
  '',
  '+02:00',
  'Mars/Olympus',
  '<script>',
  'Europe/Berlin\u0000',
  'x'.repeat(100),
])('%s is not a time zone', (zone) => expect(validTimeZone(zone)).toBeNull());
