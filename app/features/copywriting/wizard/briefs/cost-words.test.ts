import { expect, it } from 'vitest';

import { costWords } from './cost-words';

it('says what it may cost, in two figures, and what there is', () => {
  expect(costWords({ tokens: 1_234, available: 25_000 })).toEqual({
    text: 'About 1,300 tokens; you have 25,000.',
    short: false,
  });
  expect(costWords({ tokens: 7, available: 7 }).text).toBe('About 7 tokens; you have 7.');
});

it('says that nothing is charged where nothing is', () => {
  expect(costWords({ tokens: 98_001, available: null })).toEqual({
    text: 'About 99,000 tokens. Nothing is charged here.',
    short: false,
  });
});

it('says that there is not enough', () => {
  expect(costWords({ tokens: 4_000, available: 3_999 })).toEqual({
    text: 'About 4,000 tokens, but you have 3,999.',
    short: true,
  });
});
