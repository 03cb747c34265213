import { expect, test } from 'vitest';

import { MAX_SEED } from '../media';
import { chosenModel, parseDraft, parseSeed } from './form';

test.each([
  ['0', 0],
  [' 42 ', 42],
  ['2147483647', MAX_SEED],
  ['2147483648', null],
  ['-1', null],
  ['1.5', null],
  ['', null],
  ['a', null],
])('the typed seed "%s" is read as %s', (typed, seed) => {
  expect(parseSeed(typed)).toBe(seed);
});

test('the first model is used when the chosen one is not offered any more', () => {
  const models = [{ id: 'full' }, { id: 'plain' }];
  expect(chosenModel('plain', models)).toBe(models[1]);
  expect(chosenModel('gone', models)).toBe(models[0]);
  expect(chosenModel('', [])).toBeNull();
});

test('a draft that cannot be read has no fields', () => {
  for (const stored of ['', '{', 'null', '3', '"text"']) expect(parseDraft(stored)).toEqual({});
});
