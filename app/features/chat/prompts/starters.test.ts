import { expect, test } from 'vitest';

import { MAX_PROMPT_NAME, MAX_PROMPT_TEXT } from './prompt';
import { STARTERS } from './starters';
import { blanksOf, fillBlanks } from './template';

test('ids are there once, and names and texts fit where a person’s own would', () => {
  expect(new Set(STARTERS.map(({ id }) => id)).size).toBe(STARTERS.length);
  for (const { name, text } of STARTERS) {
    expect(name.length).toBeLessThanOrEqual(MAX_PROMPT_NAME);
    expect(text.length).toBeLessThanOrEqual(MAX_PROMPT_TEXT);
  }
});

test('every brace in them is a blank’s', () => {
  for (const { text } of STARTERS) {
    expect(blanksOf(text).length).toBeGreaterThan(0);
    expect(fillBlanks(text, new Map())).not.toMatch(/[{}|]/);
  }
});
