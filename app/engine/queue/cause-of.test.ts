import { expect, test } from 'vitest';

import { causeOf } from './cause-of';

test.each([
  [new Error('ada@example.com is full'), 'Error'],
  [
    Object.assign(new Error('x'), { name: 'MailError', code: 'timed-out', detail: 'ETIMEDOUT' }),
    'MailError timed-out ETIMEDOUT',
  ],
  [
    new TypeError('fetch failed', {
      cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }),
    }),
    'TypeError Error ECONNREFUSED',
  ],
  [
    Object.assign(new Error('x'), {
      code: '23505',
      detail: 'Key (email)=(ada@example.com) exists',
    }),
    'Error 23505',
  ],
  [Object.assign(new Error('x'), { code: 'what a person typed', status: 503 }), 'Error 503'],
  ['ada@example.com', 'unknown'],
  [null, 'unknown'],
])('the cause of %j has only names and codes', (error, cause) => {
  expect(causeOf(error)).toBe(cause);
});

test('the cause of an error that causes itself is found', () => {
  const error = new Error('x');
  error.cause = error;
  expect(causeOf(error)).toBe('Error');
});
