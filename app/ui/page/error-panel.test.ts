import { expect, test } from 'vitest';

import { describeError } from './error-panel';

test.each([
  [404, 'Page not found', false],
  [403, 'Not for this account', false],
  [401, 'Please sign in', false],
  [429, 'A little too fast', true],
  [400, 'That did not work', false],
  [418, 'That did not work', false],
  [500, 'Something went wrong', true],
  [503, 'Back in a moment', true],
])('status %i: %s', (status, title, retry) => {
  expect(describeError(status, true)).toMatchObject({ status, title, retry });
});

test('a page that is away says what the server says about it, and no other status does', () => {
  const told = 'The disk is full.';
  expect(describeError(503, true, told).text).toBe(told);
  expect(describeError(503, true, '').text).toMatch(/try again in a moment/);
  expect(describeError(500, true, told).text).not.toBe(told);
});

test('an error without a status is ours while online', () => {
  expect(describeError(undefined, true)).toMatchObject({ title: 'Something went wrong' });
  expect(describeError(undefined, true).status).toBeUndefined();
});

test('and the network while offline', () => {
  expect(describeError(undefined, false)).toMatchObject({ title: 'You are offline', retry: true });
});

test("a server's answer counts even when the connection has gone since", () => {
  expect(describeError(404, false).title).toBe('Page not found');
});
