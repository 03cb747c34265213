import { expect, test } from 'vitest';

import { costWords } from './cost-words';

test.each([
  [{ tokens: 4_000, available: 25_000 }, 'About 4,000 tokens; you have 25,000.', false],
  [{ tokens: 4_000, available: 4_000 }, 'About 4,000 tokens; you have 4,000.', false],
  [{ tokens: 4_000, available: null }, 'About 4,000 tokens. Nothing is charged here.', false],
  [{ tokens: 0, available: 10 }, 'This costs nothing.', false],
  [
    { tokens: 4_001, available: 4_000 },
    'About 4,001 tokens, but you have 4,000. Fewer images or another model may fit.',
    true,
  ],
])('the cost of %o', (estimate, text, short) => {
  expect(costWords(estimate)).toEqual({ text, short });
});
