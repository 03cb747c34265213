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
  [Object.assign(new Error('x'), { code: 'what somebody typed', status: 503 }), 'Error 503'],
  ['ada@example.com', 'unknown'],
  [null, 'unknown'],
])('of %j only names and codes are told', (error, told) => {
  expect(causeOf(error)).toBe(told);
});

test('a chain of causes that bites its tail has an end', () => {
  const error = new Error('x');
  error.cause = error;
  expect(causeOf(error)).toBe('Error');
});
