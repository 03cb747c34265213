import { expect, it } from 'vitest';

import { titleOfTopic } from './brief';

it('titleOfTopic puts a topic on one line and cuts it at a word', () => {
  expect(titleOfTopic(' Our\nnew  bread ')).toBe('Our new bread');
  expect(titleOfTopic('bread '.repeat(30))).toMatch(/^(bread ){10,13}bread…$/);
  expect([...titleOfTopic('🥖'.repeat(300))]).toHaveLength(80);
});
