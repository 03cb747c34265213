import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  cleanTitle,
  displayTitle,
  editableTitle,
  isLongPreview,
  savedPreview,
  shownPreview,
  titleAfterRename,
  titleFromStart,
  titleFromWords,
} from './titles';

const characters = (text: string) => Array.from(text).length;
const text = fc.string({ unit: 'grapheme', maxLength: 400 });

describe('display titles', () => {
  test.each([
    ['Untitled Conversation', 'New Chat'],
    ['', 'New Chat'],
    ['Spring menu', 'Spring menu'],
    ['[ChatGPT] Spring menu', 'Spring menu'],
    ['[ChatGPT]', 'Imported Chat'],
    ['[ChatGPT]   ', 'Imported Chat'],
    ['About [ChatGPT]', 'About [ChatGPT]'],
  ])('show %j as %j', (title, shown) => {
    expect(displayTitle(title)).toBe(shown);
  });
});

describe('the title that a model proposed', () => {
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
  ])('as %j becomes %j', (proposal, title) => {
    expect(cleanTitle(proposal)).toBe(title);
  });

  test.each(['', '  \n ', '""', '[ChatGPT]', '****', '<b></b>', '**""**'])(
    'as %j is unusable',
    (proposal) => {
      expect(cleanTitle(proposal)).toBeNull();
    },
  );
});

describe('a title made without a model', () => {
  test('from the start of a message has its first 30 characters and three dots', () => {
    expect(titleFromStart('Write a poem about a small bakery by the sea')).toBe(
      'Write a poem about a small bak...',
    );
  });

  test('from the words of a message has its first five', () => {
    expect(titleFromWords('  Write a\npoem about a small bakery')).toBe('Write a poem about a');
  });

  test('is plain text, even if the message has Markdown or HTML', () => {
    const message = '**Bold** <b>t</b>\n\n- one';
    expect(titleFromStart(message)).toBe('Bold t - one...');
    expect(titleFromWords(message)).toBe('Bold t - one');
    expect(titleFromWords('# Plan **the week** for [us](https://example.com) all')).toBe(
      'Plan the week for us',
    );
    // A message of nothing but markup is kept as it is.
    expect(titleFromStart('<b></b>')).toBe('<b></b>...');
  });

  test('never splits a character', () => {
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

describe('the preview of a message', () => {
  test('is stored with 100 characters, and shown with 60 and an ellipsis', () => {
    const long = 'ä'.repeat(150);
    expect(savedPreview(long)).toBe('ä'.repeat(100));
    expect(shownPreview(savedPreview(long))).toBe(`${'ä'.repeat(60)}…`);
    expect(shownPreview('ä'.repeat(60))).toBe('ä'.repeat(60));
  });

  test.each([
    ['## A plan for the **week**', 'A plan for the week'],
    ['> Use `npm start`', 'Use npm start'],
    ['- one - two', 'one - two'],
    ['--- **Plan** --- end', 'Plan end'],
    ['Here is a plan: ## First steps - Bake **rye', 'Here is a plan: First steps - Bake rye'],
    ['| Day | Post | |---|---| | Monday | A tip', 'Day Post Monday A tip'],
    ['```ts const loaf = 1 ``` and `cut', 'const loaf = 1 and cut'],
    ['See [our menu](https://example.co', 'See our menu'],
    ['A slice is **4.50** [1]. Open from 7 [2, 3]', 'A slice is 4.50. Open from 7'],
    ['[1][2] Rye since 1948.[3] [', 'Rye since 1948.'],
    ['See list[1] and table[0][2]', 'See list[1] and table[0][2]'],
    ['[1]', '[1]'],
    ['2 ** 3 - 1', '2 ** 3 - 1'],
    ['2 * 3 > 5 and snake__case', '2 * 3 > 5 and snake__case'],
    ['**', '**'],
  ])('of %j is shown as %j', (saved, shown) => {
    expect(shownPreview(saved)).toBe(shown);
  });

  test.each([
    ['Good morning', false],
    ['All sixty characters of it are to be seen, on a second line.', true],
    ['あ'.repeat(19), false],
    ['あ'.repeat(20), true],
  ])('of %j may need a second line in the list: %j', (shown, isLong) => {
    expect(isLongPreview(shown)).toBe(isLong);
  });

  test('stays within its limits and splits no character, for any text', () => {
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

describe('renaming a conversation', () => {
  test.each([
    ['Spring menu', 'Spring menu'],
    ['[ChatGPT] Spring menu', 'Spring menu'],
    ['[ChatGPT]', ''],
    ['Untitled Conversation', ''],
  ])('titled %j starts with %j in the field', (title, shown) => {
    expect(editableTitle(title)).toBe(shown);
  });

  test.each([
    ['Spring menu', 'Summer  menu', 'Summer menu'],
    ['[ChatGPT] Spring menu', 'Summer menu', '[ChatGPT] Summer menu'],
    ['[ChatGPT] Spring menu', '[ChatGPT] Summer menu', '[ChatGPT] Summer menu'],
    ['Spring menu', '[ChatGPT] Spring menu', '[ChatGPT] Spring menu'],
  ])('from %j to %j titles it %j', (old, typed, title) => {
    expect(titleAfterRename(old, typed)).toBe(title);
  });
});
