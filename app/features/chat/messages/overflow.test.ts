import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  CONTINUATION_NOTE,
  isTooLong,
  overflowOf,
  shownText,
  withoutRest,
  type MessageFile,
} from './overflow';

const file = (number: number): MessageFile => ({
  name: `${number}.txt`,
  type: 'text/plain',
  size: number,
  id: null,
});
const NOTHING = { content: '', context: '', files: [], fullContentUrls: [] };
const many = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('a text', () => {
  test.each([
    ['500000 letters', 'a'.repeat(500_000), false],
    ['one more', 'a'.repeat(500_001), true],
    ['500000 characters of two units', '🥖'.repeat(500_000), false],
    ['one more of them', '🥖'.repeat(500_001), true],
    ['pairs among letters', 'a🥖'.repeat(250_000), false],
    ['pairs among letters, and one more', 'a🥖'.repeat(250_000) + 'a', true],
    ['halves of pairs, each a character', '\ud83e'.repeat(500_001), true],
  ])('%s', (_name, text, tooLong) => {
    expect(isTooLong(text)).toBe(tooLong);
    if (!tooLong) expect(shownText(text)).toBe(text);
  });

  test('is cut to 200 characters and the note, and splits no character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), (part) => {
        const text = part.repeat(Math.ceil(500_001 / [...part].length));
        const shown = shownText(text);
        expect(shown.endsWith(CONTINUATION_NOTE)).toBe(true);
        const beginning = shown.slice(0, -CONTINUATION_NOTE.length);
        expect([...beginning]).toHaveLength(200);
        expect(text.startsWith(beginning)).toBe(true);
        expect(beginning.isWellFormed()).toBe(true);
      }),
      { numRuns: 4 },
    );
  });

  test('says so when its rest is lost', () => {
    const shown = shownText('b'.repeat(600_000));
    expect(withoutRest(shown)).toContain('couldn’t be loaded');
    expect(withoutRest(shown)).not.toContain(CONTINUATION_NOTE);
  });

  test('says so in place of the note that earlier releases stored', () => {
    expect(withoutRest('The beginning…\n\n[The text goes on from here.]')).toBe(
      'The beginning…\n\n[The rest of this text couldn’t be loaded.]',
    );
  });
});

describe('a row', () => {
  test('keeps what is within the limits', () => {
    const fields = { ...NOTHING, files: many(5).map(file), fullContentUrls: many(10).map(String) };
    expect(overflowOf({ ...fields, content: 'a'.repeat(500_000) })).toEqual({});
  });

  test('keeps the first 3 of more than 5 files, and 5 of more than 10 addresses', () => {
    const shortened = overflowOf({
      ...NOTHING,
      files: many(6).map(file),
      fullContentUrls: many(11).map(String),
    });
    expect(shortened).toEqual({
      files: many(3).map(file),
      fullContentUrls: ['0', '1', '2', '3', '4'],
    });
  });

  test('has separate limits for content and context', () => {
    const long = 'a'.repeat(500_001);
    expect(Object.keys(overflowOf({ ...NOTHING, content: long }))).toEqual(['content']);
    expect(Object.keys(overflowOf({ ...NOTHING, context: long }))).toEqual(['context']);
  });
});
