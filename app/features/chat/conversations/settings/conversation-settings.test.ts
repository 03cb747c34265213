import { expect, test } from 'vitest';

import { modelInUse } from './conversation-settings';

const small = { id: 'small' };
const large = { id: 'large' };

test('the chosen model answers while it is offered', () => {
  expect(modelInUse('large', [small, large])).toEqual({ model: large, removed: false });
});

test('the default answers where none is chosen', () => {
  expect(modelInUse(null, [small, large])).toEqual({ model: small, removed: false });
});

test('the default stands in for one that is no longer offered, which is said', () => {
  expect(modelInUse('old', [small, large])).toEqual({ model: small, removed: true });
});
