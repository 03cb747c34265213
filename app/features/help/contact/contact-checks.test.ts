import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { cleanContact, contactProblems, MAX_DETAILS } from './contact-checks';
import { CONTACT_FIELDS, CONTACT_KINDS } from './contact';

const typed = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  details: 'It does not print.',
};
const nothing = { firstName: '', lastName: ' ', email: '\t', details: '\n' };

describe('the checks of the contact form', () => {
  test('require every field', () => {
    expect(contactProblems('suggestion', nothing)).toEqual({
      firstName: ['Please enter your first name'],
      lastName: ['Please enter your last name'],
      email: ['Please enter your email'],
      details: ['Please enter your suggestion'],
    });
    expect(contactProblems('support', nothing).details).toEqual([
      'Please enter your issue details',
    ]);
  });

  test.each(['ada', 'ada@example', 'a da@example.com', '@example.com', 'ada@.', 'a@b@c.de'])(
    "refuse %j, which isn't an email address",
    (email) => {
      expect(contactProblems('support', { ...typed, email })).toEqual({
        email: ['Please enter a valid email address'],
      });
    },
  );

  test('refuse texts that are too long, counted in characters', () => {
    const longest = '🙂'.repeat(MAX_DETAILS);
    expect(contactProblems('support', { ...typed, details: longest })).toEqual({});
    expect(contactProblems('support', { ...typed, details: `${longest}.` })).toEqual({
      details: ['Use at most 5000 characters'],
    });
    expect(contactProblems('support', { ...typed, lastName: 'x'.repeat(101) })).toEqual({
      lastName: ['Use at most 100 characters'],
    });
  });

  test.each(CONTACT_KINDS)('accept a complete form of the kind %s', (kind) => {
    expect(contactProblems(kind, typed)).toEqual({});
  });
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('a', ' ', '\r', '\n', '\0', '\u2028', '\ud800', 'Bcc: x@y.z', '\t'))
    .map((parts) => parts.join('')),
);

test('leave no line breaks that could split a header, and nothing that the database rejects', () => {
  const any = fc.record({
    firstName: hostile,
    lastName: hostile,
    email: fc.oneof(
      hostile,
      hostile.map((text) => `ada${text}@example.com`),
    ),
    details: hostile,
  });
  fc.assert(
    fc.property(any, (input) => {
      const clean = cleanContact(input);
      const problems = contactProblems('support', input);
      for (const field of CONTACT_FIELDS) {
        if (problems[field]) continue;
        expect(clean[field].isWellFormed()).toBe(true);
        expect(clean[field]).not.toContain('\0');
        if (field !== 'details') expect(clean[field]).not.toMatch(/[\r\n\u2028\u2029]/);
      }
    }),
  );
});
