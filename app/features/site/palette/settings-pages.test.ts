import { expect, test } from 'vitest';

import { findSettings } from './settings-pages';

test.each([
  ['dark mo', ['appearance']],
  ['theme', ['appearance']],
  ['Pass', ['account']],
  ['delete acc', ['deleteAccount']],
  ['import', ['importexport']],
  ['  ', []],
])('searching the settings for %j finds %j', (text, ids) => {
  expect(findSettings(text).map(({ id }) => id)).toEqual(ids);
});

test('the word "settings" finds every tab', () => {
  expect(findSettings('settings').length).toBeGreaterThan(7);
});
