import { expect, test } from 'vitest';

import { describeError } from './error-panel';

test.each([
  [404, 'Page not found', false],
  [403, 'You don’t have access', false],
  [401, 'Sign in to continue', false],
  [409, 'This page is out of date', true],
  [429, 'Too many requests', true],
  [400, 'That didn’t work', false],
  [418, 'That didn’t work', false],
  [500, 'Something went wrong', true],
  [503, 'Back in a moment', true],
])(
  'a page that failed with status %i gets the title "%s", and can be retried: %s',
  (status, title, retry) => {
    expect(describeError(status, true)).toMatchObject({ title, retry });
  },
);

test("shows the server's sentence for a 503 and for no other status", () => {
  const sentence = 'The disk is full.';
  expect(describeError(503, true, sentence).text).toBe(sentence);
  expect(describeError(503, true, '').text).toMatch(/try again in a minute/i);
  expect(describeError(500, true, sentence).text).not.toBe(sentence);
});

test('blames the app for an error without a status while the browser is online', () => {
  expect(describeError(undefined, true)).toMatchObject({ title: 'Something went wrong' });
});

test('blames the network while the browser is offline', () => {
  expect(describeError(undefined, false)).toMatchObject({ title: 'You’re offline', retry: true });
});

test("goes by the server's status even if the connection was lost since", () => {
  expect(describeError(404, false).title).toBe('Page not found');
});
