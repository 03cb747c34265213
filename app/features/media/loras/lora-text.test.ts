import { describe, expect, test } from 'vitest';

import {
  minutesText,
  missingFor,
  stateText,
  trainingCost,
  trainingText,
  trainLabel,
} from './lora-text';

const LIMITS = { fewest: 4, most: 100, smallestEdge: 512, largestBytes: 20_000_000 };

test('a training that waits for its turn is not said to go on', () => {
  expect(stateText({ state: 'training', waiting: true, elsewhere: false })).toBe('Waiting');
  expect(stateText({ state: 'training', waiting: false, elsewhere: false })).toBe('Training');
  expect(stateText({ state: 'ready', waiting: false, elsewhere: false })).toBe('Ready');
});

test('one that came in with its weights alone is not said to be ready', () => {
  expect(stateText({ state: 'ready', waiting: false, elsewhere: true })).toBe('Trained elsewhere');
});

test('what is missing is named in the order of the page', () => {
  expect(missingFor({ images: 3, triggerWord: ' ' }, LIMITS, false)).toEqual([
    'trigger',
    'pictures',
    'rights',
  ]);
  expect(missingFor({ images: 4, triggerWord: 'RYE' }, LIMITS, false)).toEqual(['rights']);
  expect(missingFor({ images: 4, triggerWord: 'RYE' }, LIMITS, true)).toEqual([]);
});

describe('what a training costs', () => {
  test.each([
    [{ tokens: 0, available: 5 }, 'It costs nothing.', false],
    [{ tokens: 1, available: null }, 'It costs about 1 token. Nothing is charged here.', false],
    [{ tokens: 2_000, available: 2_000 }, 'It costs about 2,000 tokens; you have 2,000.', false],
    [
      { tokens: 2_001, available: 2_000 },
      'It costs about 2,001 tokens, but you have 2,000. Fewer steps cost less.',
      true,
    ],
  ])('%j', (estimate, text, short) => {
    expect(trainingCost(estimate)).toEqual({ text, short });
  });

  test('is on the button, where it costs anything', () => {
    expect(trainLabel(null)).toBe('Train');
    expect(trainLabel({ tokens: 0, available: null })).toBe('Train');
    expect(trainLabel({ tokens: 12_000, available: null })).toBe('Train for about 12,000 tokens');
  });
});

test('how long it takes, no more exactly than anybody knows', () => {
  expect([0, 1, 20, 89, 90, 120, 150].map(minutesText)).toEqual([
    'About a minute',
    'About a minute',
    'About 20 minutes',
    'About 89 minutes',
    'About 1½ hours',
    'About 2 hours',
    'About 2½ hours',
  ]);
});

test('how it stands', () => {
  expect(trainingText(null)).toBe('Waiting for its turn');
  expect(trainingText({ state: 'running', progress: null })).toBe('Training');
  expect(trainingText({ state: 'running', progress: 40 })).toBe('Training, 40 %');
  expect(trainingText({ state: 'cancelled', progress: 40 })).toBe('Cancelled');
});
