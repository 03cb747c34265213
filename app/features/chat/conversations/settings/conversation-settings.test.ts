import { expect, test } from 'vitest';

import { modelInUse } from './conversation-settings';

const small = { id: 'small' };
const large = { id: 'large' };

test('the chosen model answers if it is offered', () => {
  expect(modelInUse('large', [small, large])).toEqual({ model: large, removed: false });
});

test('the default model answers if none is chosen', () => {
  expect(modelInUse(null, [small, large])).toEqual({ model: small, removed: false });
});

test('the default model answers if the chosen one is no longer offered, which is reported as removed', () => {
  expect(modelInUse('old', [small, large])).toEqual({ model: small, removed: true });
});
