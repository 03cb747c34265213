import fc from 'fast-check';
import { expect, test } from 'vitest';

import { cleanName, titleFromText } from './content';

test.each([
  [' Spring\n sale\0 ', 'Spring sale'],
  [`${' '.repeat(5_000)}Spring`, 'Spring'],
  ['🥖'.repeat(30), '🥖'.repeat(20)],
  // What lies far beyond the maximum isn't read.
  [`Spring${' '.repeat(5_000)}sale`, 'Spring'],
])('a name is stored on one line and no longer than allowed, case %#', (typed, name) => {
  expect(cleanName(typed, 20)).toBe(name);
});

test.each([
  ['# Spring sale\n\nText', 'Spring sale'],
  ['Sure, here it is:\n\n## A **bold** head ##\n\nText', 'A bold head'],
  ['\n\n  First line  \nSecond', 'First line'],
  ['---\n> *Quoted* `code` [link](https://a.b)', 'Quoted code link'],
  ['Subject: Fresh rye\nPreheader: Come by\n\n# Hello', 'Fresh rye'],
  ['**Subject:** Fresh rye\n\nText', 'Fresh rye'],
  ['Subject:\nText', 'Subject:'],
  ['1. First of a list', 'First of a list'],
  ['2 * 3 = 6 and snake_case_name', '2 * 3 = 6 and snake_case_name'],
  ['Ärger 🍞', 'Ärger 🍞'],
  ['```js\ncode()\n```', 'code()'],
  ['', ''],
  ['***', ''],
  [`${'word '.repeat(40)}`, `${'word '.repeat(14)}word…`],
  ['x'.repeat(200), `${'x'.repeat(80)}…`],
])('the text %j suggests the title %j', (text, title) => {
  expect(titleFromText(text)).toBe(title);
});

test('any text suggests a title of one line that fits, without lone surrogates', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      const title = titleFromText(text);
      expect(Array.from(title).length).toBeLessThanOrEqual(81);
      expect(title).toBe(title.trim());
      expect(title).not.toMatch(/[\n\r\0]/);
      expect(title.isWellFormed()).toBe(true);
    }),
  );
});
