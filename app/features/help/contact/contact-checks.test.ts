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

describe('what is asked for', () => {
  test('is everything', () => {
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
    'is an e-mail address, which %j is not',
    (email) => {
      expect(contactProblems('support', { ...typed, email })).toEqual({
        email: ['Please enter a valid email address'],
      });
    },
  );

  test('is no more than somebody reads', () => {
    const most = '🙂'.repeat(MAX_DETAILS);
    expect(contactProblems('support', { ...typed, details: most })).toEqual({});
    expect(contactProblems('support', { ...typed, details: `${most}.` })).toEqual({
      details: ['Please use at most 5000 characters'],
    });
    expect(contactProblems('support', { ...typed, lastName: 'x'.repeat(101) })).toEqual({
      lastName: ['Please use at most 100 characters'],
    });
  });

  test.each(CONTACT_KINDS)('is nothing more, for %s', (kind) => {
    expect(contactProblems(kind, typed)).toEqual({});
  });
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('a', ' ', '\r', '\n', '\0', '\u2028', '\ud800', 'Bcc: x@y.z', '\t'))
    .map((parts) => parts.join('')),
);

test('nothing that passes holds a line’s end where a header is made of it, or what no database keeps', () => {
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
    fc.property(any, (given) => {
      const clean = cleanContact(given);
      const problems = contactProblems('support', given);
      for (const field of CONTACT_FIELDS) {
        if (problems[field]) continue;
        expect(clean[field].isWellFormed()).toBe(true);
        expect(clean[field]).not.toContain('\0');
        if (field !== 'details') expect(clean[field]).not.toMatch(/[\r\n\u2028\u2029]/);
      }
    }),
  );
});
