import { expect, it } from 'vitest';

import { languageName, languageNames } from './suggestions';

it('calls a language as those who speak it do, wherever they are', () => {
  expect(languageName('en-GB')).toBe('English');
  expect(languageName('de-AT')).toBe('Deutsch');
  expect(languageName('fr')).toBe('Français');
  expect(languageName('')).toBe('');
  expect(languageName('no language at all')).toBe('');
  expect(languageNames()).toContain('日本語');
});
