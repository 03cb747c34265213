import { expect, test } from 'vitest';

import { settingText } from './setting-text';

test.each([
  [undefined, ''],
  ['gpt', 'gpt'],
  [5, '5'],
  [false, 'false'],
  [new Date('2026-11-21T12:00:00Z'), '2026-11-21T12:00:00.000Z'],
  [new Map([['a/b', 2]]), 'a/b=2'],
  [['lower', 'digit'], 'lower, digit'],
  [{ kind: 'open' }, '{"kind":"open"}'],
  ['https://ai.example/v1', 'https://ai.example/v1'],
  ['https://ada:pass@ai.example/v1', 'https://•••@ai.example/v1'],
  ['https://pass@ai.example/v1?key=pass', 'https://•••@ai.example/v1?•••'],
])('%j reads %j', (value, text) => {
  expect(settingText(value)).toBe(text);
});
