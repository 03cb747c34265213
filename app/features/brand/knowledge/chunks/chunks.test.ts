import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { chunksOf, MAX_CHUNK } from './chunks';

const pieces = fc.constantFrom(
  ...['# Prices', '## Cakes', '###### Deep', '#no heading', '```', '~~~', '\n', '\n\n', ' ', '. '],
  ...['word', '😀', 'ä', '\r\n', '\u2028', '\ud83d', 'x'.repeat(500), 'A sentence. '.repeat(40)],
);
const texts = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(''));

const joined = (text: string) =>
  chunksOf(text)
    .map(({ content }) => content)
    .join('');

describe('the chunks of a text', () => {
  test('are the whole text in order, each within the limit and none empty', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const chunks = chunksOf(text);
        expect(joined(text)).toBe(text);
        for (const { content } of chunks) {
          expect(content.length).toBeLessThanOrEqual(MAX_CHUNK);
          expect(content).not.toBe('');
        }
      }),
    );
  });

  test('never end within a character', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: 1, max: 3_000 }),
        (shift, length) => {
          const text = 'x'.repeat(shift) + '😀'.repeat(length);
          for (const { content } of chunksOf(text)) expect(content.isWellFormed()).toBe(true);
        },
      ),
    );
  });

  test('have the path of the headings above them', () => {
    const text = 'Hello.\n# Menu\n## Cakes\nApple pie 4.50\n## Bread\nRye 5.20\n# Hours\nDaily.';
    expect(chunksOf(text)).toEqual([
      { headings: '', content: 'Hello.\n' },
      { headings: 'Menu › Cakes', content: '# Menu\n## Cakes\nApple pie 4.50\n' },
      { headings: 'Menu › Bread', content: '## Bread\nRye 5.20\n' },
      { headings: 'Hours', content: '# Hours\nDaily.' },
    ]);
  });

  test('take no heading from a block of code', () => {
    expect(chunksOf('```\n# no\n```\n# Yes\nx').map(({ headings }) => headings)).toEqual([
      '',
      'Yes',
    ]);
  });

  test('end at paragraphs where they can, otherwise at sentences', () => {
    const paragraph = 'Some words of a paragraph here. '.repeat(15).trim();
    const text = Array.from({ length: 6 }, () => paragraph).join('\n\n');
    for (const { content } of chunksOf(text).slice(0, -1))
      expect(content.endsWith('\n\n')).toBe(true);
    const sentences = 'This is one more sentence of a long line. '.repeat(80);
    for (const { content } of chunksOf(sentences)) expect(content.endsWith('. ')).toBe(true);
  });

  test.each([
    ['one long line', 'x'.repeat(2_000_000)],
    ['blank lines', '\n'.repeat(500_000)],
    ['headings', '# a\n'.repeat(200_000)],
    ['spaces', ' '.repeat(1_000_000)],
    ['number signs', '#'.repeat(1_000_000)],
  ])('take linear time for %s', (_, text) => {
    const start = performance.now();
    expect(joined(text)).toBe(text);
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
