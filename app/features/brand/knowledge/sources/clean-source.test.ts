import fc from 'fast-check';
import { expect, test } from 'vitest';

import { cleanPasted, cleanSourceName, nameOfText } from './clean-source';
import { MAX_PASTED, MAX_SOURCE_NAME } from './source';
import { sourceTexts } from './texts';

test('pasted text is named by how it begins', () => {
  expect(nameOfText('# Price list\n\nRye 8')).toBe('Price list');
  expect(nameOfText('- one\n- two')).toBe('one');
  expect(nameOfText('#\n')).toBe('Pasted text');
  expect([...nameOfText('🥖'.repeat(500))]).toHaveLength(60);
});

test('the name of any text is one that is accepted', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 700 }), (text) => {
      const name = nameOfText(text);
      expect(cleanSourceName(name)).toBe(name);
    }),
  );
});

test('pasted text loses what can’t be stored, and has a limit', () => {
  expect(cleanPasted(' a\0b\r\nc\ud800 ')).toBe('ab\nc\ufffd');
  expect(() => cleanPasted('a'.repeat(MAX_PASTED + 1))).toThrow(
    expect.objectContaining({ userMessage: sourceTexts.textTooLong }),
  );
  expect(() => cleanPasted(' \n')).toThrow();
  expect(() => cleanSourceName('a'.repeat(MAX_SOURCE_NAME + 1))).toThrow();
});
