import { expect, test } from 'vitest';

import { initials } from './shell-user';

test.each([
  ['Ada', 'Lovelace', 'AL'],
  ['ada', ' lovelace', 'AL'],
  ['Ada', '', 'A'],
  ['', '', 'X'],
  ['𝒜da', 'ñu', '𝒜Ñ'],
])(
  'the first name %j and the last name %j have the initials %s',
  (firstName, lastName, letters) => {
    expect(initials({ firstName, lastName, email: 'x@example.com' })).toBe(letters);
  },
);
