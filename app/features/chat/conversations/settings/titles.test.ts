import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { isLongPreview, savedPreview, shownPreview } from './preview';
import {
  cleanTitle,
  displayTitle,
  editableTitle,
  firstCharacters,
  titleAfterRename,
  titleFromStart,
  titleFromWords,
} from './titles';

const characters = (text: string) => Array.from(text).length;
const text = fc.string({ unit: 'grapheme', maxLength: 400 });

test('the first characters are code points, whatever the text is made of', () => {
  const any = fc.string({ unit: 'binary', maxLength: 60 });
  // Halves of pairs, too.
  const units = fc.array(fc.constantFrom('a', '\ud83c', '\udf5e', 'é', '🍞'), { maxLength: 30 });
  const typed = fc.oneof(
    any,
    units.map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(typed, fc.nat(70), (text, count) => {
      expect(firstCharacters(text, count)).toBe(Array.from(text).slice(0, count).join(''));
    }),
  );
});

describe('display titles', () => {
  test.each([
    ['Untitled Conversation', 'New Chat'],
    ['', 'New Chat'],
    ['Spring menu', 'Spring menu'],
    ['[ChatGPT] Spring menu', 'Spring menu'],
    ['[ChatGPT]', 'Imported Chat'],
    ['[ChatGPT]   ', 'Imported Chat'],
    ['About [ChatGPT]', 'About [ChatGPT]'],
  ])('%j is shown as %j', (title, shown) => {
    expect(displayTitle(title)).toBe(shown);
  });
});

describe('a proposed title', () => {
  test.each([
    ['"A spring menu"', 'A spring menu'],
    ['Title: A spring menu', 'A spring menu'],
    ['\n\n**A spring menu**\nBecause it is spring.', 'A spring menu'],
    ['# A spring menu', 'A spring menu'],
    ['[ChatGPT] A spring menu', 'A spring menu'],
    ['**Bold** <b>t</b>', 'Bold t'],
    ['**Title:** A *spring* menu.', 'A spring menu'],
    ['Spring **menu**', 'Spring menu'],
    ['“A spring menu”', 'A spring menu'],
    ['"Spring" and "summer"', '"Spring" and "summer"'],
    ['The “spring” menu', 'The “spring” menu'],
    ["'Tom's menu'", "Tom's menu"],
    ["Bakers' tips", "Bakers' tips"],
    ['<h1>A spring<br>menu</h1>', 'A spring menu'],
    ['When a < b and c > d', 'When a < b and c > d'],
    ['`npm start` and 2 * 3 * 4', 'npm start and 2 * 3 * 4'],
  ])('%j becomes %j', (proposal, title) => {
    expect(cleanTitle(proposal)).toBe(title);
  });

  test.each(['', '  \n ', '""', '[ChatGPT]', '****', '<b></b>', '**""**'])(
    '%j is not usable',
    (proposal) => {
      expect(cleanTitle(proposal)).toBeNull();
    },
  );
});

describe('titles made without a model', () => {
  test('from the start: 30 characters and three dots', () => {
    expect(titleFromStart('Write a poem about a small bakery by the sea')).toBe(
      'Write a poem about a small bak...',
    );
  });

  test('from words: the first five', () => {
    expect(titleFromWords('  Write a\npoem about a small bakery')).toBe('Write a poem about a');
  });

  test('are plain text, whatever the message is written in', () => {
    const message = '**Bold** <b>t</b>\n\n- one';
    expect(titleFromStart(message)).toBe('Bold t - one...');
    expect(titleFromWords(message)).toBe('Bold t - one');
    expect(titleFromWords('# Plan **the week** for [us](https://example.com) all')).toBe(
      'Plan the week for us',
    );
    // Where nothing else is there, the marks are the text.
    expect(titleFromStart('<b></b>')).toBe('<b></b>...');
  });

  test('no character is ever split', () => {
    fc.assert(
      fc.property(text, (content) => {
        for (const made of [titleFromStart(content), titleFromWords(content)]) {
          expect(made.isWellFormed()).toBe(true);
        }
        expect(characters(titleFromStart(content))).toBeLessThanOrEqual(33);
      }),
    );
  });
});

describe('previews', () => {
  test('100 characters are kept, 60 shown and an ellipsis', () => {
    const long = 'ä'.repeat(150);
    expect(savedPreview(long)).toBe('ä'.repeat(100));
    expect(shownPreview(savedPreview(long))).toBe(`${'ä'.repeat(60)}…`);
    expect(shownPreview('ä'.repeat(60))).toBe('ä'.repeat(60));
  });

  test.each([
    ['## A plan for the **week**', 'A plan for the week'],
    ['> Use `npm start`', 'Use npm start'],
    ['- one - two', 'one - two'],
    ['--- **Plan** --- end', 'Plan --- end'],
    ['2 * 3 > 5 and snake__case', '2 * 3 > 5 and snake__case'],
    ['**', '**'],
  ])('%j is shown as %j', (saved, shown) => {
    expect(shownPreview(saved)).toBe(shown);
  });

  test.each([
    ['Good morning', false],
    ['All sixty characters of it are to be seen, on a second line.', true],
    ['あ'.repeat(19), false],
    ['あ'.repeat(20), true],
  ])('%j may take a second line of the list: %j', (shown, isLong) => {
    expect(isLongPreview(shown)).toBe(isLong);
  });

  test('lengths hold and nothing is split, whatever is written', () => {
    fc.assert(
      fc.property(text, (content) => {
        const saved = savedPreview(content);
        expect(characters(saved)).toBeLessThanOrEqual(100);
        expect(saved.isWellFormed()).toBe(true);
        expect(characters(shownPreview(saved))).toBeLessThanOrEqual(61);
        expect(saved).not.toMatch(/\s{2}|\n/);
      }),
    );
  });
});

describe('renaming', () => {
  test.each([
    ['Spring menu', 'Spring menu'],
    ['[ChatGPT] Spring menu', 'Spring menu'],
    ['[ChatGPT]', ''],
    ['Untitled Conversation', ''],
  ])('the box of %j begins with %j', (title, shown) => {
    expect(editableTitle(title)).toBe(shown);
  });

  test.each([
    ['Spring menu', 'Summer  menu', 'Summer menu'],
    ['[ChatGPT] Spring menu', 'Summer menu', '[ChatGPT] Summer menu'],
    ['[ChatGPT] Spring menu', '[ChatGPT] Summer menu', '[ChatGPT] Summer menu'],
    ['Spring menu', '[ChatGPT] Spring menu', '[ChatGPT] Spring menu'],
  ])('%j renamed to %j becomes %j', (old, typed, title) => {
    expect(titleAfterRename(old, typed)).toBe(title);
  });
});
