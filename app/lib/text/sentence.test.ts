import { expect, test } from 'vitest';

import { asSentence } from './sentence';

test.each([
  ['the AI took too long', 'The AI took too long.'],
  [' Try again! ', 'Try again!'],
  ['', ''],
  [null, ''],
])('the reason %j is %j as a sentence', (reason, sentence) => {
  expect(asSentence(reason)).toBe(sentence);
});
