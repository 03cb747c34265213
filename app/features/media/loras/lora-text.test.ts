import { describe, expect, test } from 'vitest';

import { minutesText, missingFor, stateText, trainingCost, trainingText } from './lora-text';

const LIMITS = { min: 4, max: 100, minEdge: 512, maxBytes: 20_000_000 };

test('a training that waits for its turn is shown as waiting', () => {
  expect(stateText({ state: 'training', waiting: true, elsewhere: false })).toBe('Waiting');
  expect(stateText({ state: 'training', waiting: false, elsewhere: false })).toBe('Training');
  expect(stateText({ state: 'ready', waiting: false, elsewhere: false })).toBe('Ready');
});

test('a LoRA that was imported with its weights is shown as trained elsewhere', () => {
  expect(stateText({ state: 'ready', waiting: false, elsewhere: true })).toBe('Trained elsewhere');
});

test('what is missing before a training is listed in the order of the page', () => {
  expect(missingFor({ images: 3, triggerWord: ' ' }, LIMITS, false)).toEqual([
    'trigger',
    'images',
    'rights',
  ]);
  expect(missingFor({ images: 4, triggerWord: 'RYE' }, LIMITS, false)).toEqual(['rights']);
  expect(missingFor({ images: 4, triggerWord: 'RYE' }, LIMITS, true)).toEqual([]);
});

describe('the cost of a training', () => {
  test.each([
    [{ tokens: 0, available: 5 }, 'About 24 minutes · Free', false],
    [{ tokens: 1, available: null }, 'About 24 minutes · Free', false],
    [
      { tokens: 2_000, available: 2_000 },
      'About 24 minutes · About 2,000 tokens of your 2,000',
      false,
    ],
    [
      { tokens: 2_001, available: 2_000 },
      'About 24 minutes · About 2,001 tokens, but you have 2,000. Try fewer steps.',
      true,
    ],
  ])('for the estimate %j is “%s”', (estimate, text, short) => {
    expect(trainingCost({ ...estimate, minutes: 24 })).toEqual({ text, short });
  });
});

test('the duration of a training is rounded', () => {
  expect([0, 1, 20, 89, 90, 120, 150].map(minutesText)).toEqual([
    'About a minute',
    'About a minute',
    'About 20 minutes',
    'About 1 hour 30 minutes',
    'About 1 hour 30 minutes',
    'About 2 hours',
    'About 2 hours 30 minutes',
  ]);
});

test('the state of a training includes its progress', () => {
  expect(trainingText(null)).toBe('Waiting…');
  expect(trainingText({ state: 'running', progress: null })).toBe('Training…');
  expect(trainingText({ state: 'running', progress: 40 })).toBe('Training… 40%');
  expect(trainingText({ state: 'cancelled', progress: 40 })).toBe('Canceled');
});
