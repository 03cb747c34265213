import { expect, it } from 'vitest';

import { titleOfTopic } from './brief';

it('titles a brief by its topic on one line, cut at a word', () => {
  expect(titleOfTopic(' Our\nnew  bread ')).toBe('Our new bread');
  expect(titleOfTopic('bread '.repeat(30))).toMatch(/^(bread ){10,13}bread…$/);
  expect([...titleOfTopic('🥖'.repeat(300))]).toHaveLength(80);
});
