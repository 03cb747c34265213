import { expect, test } from 'vitest';

import { MAX_PROMPT_NAME, MAX_PROMPT_TEXT } from './prompt';
import { STARTERS } from './starters';
import { blanksOf, fillBlanks } from './template';

test('starters have unique ids, and names and texts within the limits of a person’s own', () => {
  expect(new Set(STARTERS.map(({ id }) => id)).size).toBe(STARTERS.length);
  for (const { name, text } of STARTERS) {
    expect(name.length).toBeLessThanOrEqual(MAX_PROMPT_NAME);
    expect(text.length).toBeLessThanOrEqual(MAX_PROMPT_TEXT);
  }
});

test('every brace in a starter belongs to a blank', () => {
  for (const { text } of STARTERS) {
    expect(blanksOf(text).length).toBeGreaterThan(0);
    expect(fillBlanks(text, new Map())).not.toMatch(/[{}|]/);
  }
});
