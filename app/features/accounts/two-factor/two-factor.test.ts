import fc from 'fast-check';
import { expect, test } from 'vitest';

import { codeProblems, readCode, spaced } from './two-factor';

const SPACES = fc.constantFrom('', ' ', '-', '  ', '\t', '\u00a0');
const LETTERS = fc.stringMatching(/^[a-z]\w{0}[a-z2-9]{9}$/);

test('a code is recognized no matter how it is spaced', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{6}$/), SPACES, (code, space) => {
      expect(readCode(space + code.slice(0, 3) + space + code.slice(3) + space)).toEqual({
        kind: 'app',
        code,
      });
    }),
  );
  fc.assert(
    fc.property(LETTERS, SPACES, (code, space) => {
      const typed = spaced(code).toUpperCase() + space;
      expect(readCode(typed)).toEqual({ kind: 'backup', code });
    }),
  );
});

test('anything else is not a code', () => {
  for (const typed of ['', '12345', '1234567', 'abcde', 'äbcde-fghij', '123 45a', '１２３４５６']) {
    expect(readCode(typed), typed).toBeNull();
  }
});

test('a form says that the code is missing, or that it is wrong', () => {
  expect(codeProblems(' ')).toEqual(['Please enter the code']);
  expect(codeProblems('1234')).toEqual([
    'That code isn’t right. Check it, or wait for the next one.',
  ]);
  expect(codeProblems('123 456')).toEqual([]);
  expect(codeProblems('abcde-fghij')).toEqual([]);
});
