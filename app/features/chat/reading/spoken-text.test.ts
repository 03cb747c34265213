import { expect, it } from 'vitest';

import { renderMarkdown } from '~/lib/markdown/render';

import { languageOfScript, spokenParts } from './spoken-text';

const spoken = (markdown: string) => spokenParts(renderMarkdown(markdown));

it('says the words of an answer without Markdown, and leaves code and formulas out', () => {
  expect(
    spoken(
      [
        '## Opening *hours*',
        '',
        'We open at **nine** &amp; close at [six](https://example.com/hours).',
        '',
        '- Rye',
        '- Spelt & more',
        '  - nested',
        '',
        '1. First',
        '',
        '```ts',
        'const secret = "<div>";',
        '```',
        '',
        '| Day | Hours |',
        '|-----|-------|',
        '| Mon | 7 |',
        '',
        '> Quoted',
        '',
        '---',
        '',
        'See https://www.example.com/a/b?c=d for $x_1 < x_2$ more `npm`.',
        '',
        '$$',
        'x^2',
        '$$',
      ].join('\n'),
    ),
  ).toEqual([
    'Opening hours',
    'We open at nine & close at six.',
    'Rye',
    'Spelt & more',
    'nested',
    'First',
    'Day, Hours',
    'Mon, 7',
    'Quoted',
    'See example.com for   more npm.',
  ]);
  expect(spoken('```\nonly code\n```')).toEqual([]);
  expect(spoken('')).toEqual([]);
});

it('breaks long texts at the end of a sentence, else at a comma, else between words', () => {
  const sentence = `${'word '.repeat(25).trim()}. `;
  expect(spoken(sentence.repeat(3))).toEqual(Array(3).fill(sentence.trim()));
  const clauses = `${'word '.repeat(20).trim()}, `.repeat(6).trim();
  for (const part of spoken(clauses).slice(0, -1)) expect(part).toMatch(/,$/);
  const words = spoken('word '.repeat(200));
  expect(words.join(' ')).toBe('word '.repeat(200).trim());
  expect(words.every((part) => part.length <= 200)).toBe(true);
  const unbroken = spoken('🥖'.repeat(300));
  expect(unbroken).toEqual([]);
  const letters = spoken(`a${'𝔸'.repeat(300)}`);
  expect(letters.join('')).toBe(`a${'𝔸'.repeat(300)}`);
  expect(letters.every((part) => part.isWellFormed())).toBe(true);
});

it('tells a language by its script, if most of the text is written in it', () => {
  expect(languageOfScript('土曜日は九時に開きます。')).toBe('ja');
  expect(languageOfScript('我们星期六九点开门。')).toBe('zh');
  expect(languageOfScript('우리는 아홉 시에 엽니다.')).toBe('ko');
  expect(languageOfScript('We open at nine. 土')).toBeUndefined();
  expect(languageOfScript('')).toBeUndefined();
});
