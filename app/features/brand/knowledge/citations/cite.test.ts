import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { CITATION_LIMITS, citedNumbers, withoutCitationMarks } from './citation';
import { citedOf, numbered, passageOf, type SentChunk, sourcesText } from './cite';

const chunk = (id: string, more: Partial<SentChunk> = {}): SentChunk => ({
  ...{ id, sourceId: 's', title: 'Prices', headings: '', content: `Text of ${id}.` },
  ...more,
});

describe('the section of sources', () => {
  test('has every passage under its number, and is empty without any', () => {
    const text = sourcesText(numbered([chunk('a', { headings: 'Menu › Cakes' }), chunk('b')]));
    expect(text).toMatch(/^## Sources\n\nPassages [^]* like this: \[1\]/);
    expect(text).toContain(
      '### [1]\n> Prices: Menu › Cakes\n>\n> Text of a.\n\n### [2]\n> Prices\n>\n> Text of b.',
    );
    expect(sourcesText([])).toBe('');
  });

  test('tells a rewrite to leave the numbers of the text where their facts are, and to name the passages of new ones', () => {
    const text = sourcesText(numbered([chunk('a')], [], [1]), 'changes');
    expect(text).toContain('stays right\nbehind its fact, and goes with it');
    expect(text).toContain('### [2]\n> Prices');
  });

  test('quotes everything that comes from a document', () => {
    const nasty = fc.string({
      unit: fc.constantFrom(
        'a',
        '#',
        '>',
        ' ',
        '[1]',
        '`',
        '\n',
        '\r',
        '\u2028',
        '\u0085',
        '\v',
        '\f',
      ),
      maxLength: 60,
    });
    const ownLines = (text: string) =>
      text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).filter((line) => !line.startsWith('>'));
    const template = ownLines(sourcesText(numbered([chunk('a')])));
    fc.assert(
      fc.property(nasty, nasty, nasty, (title, headings, content) => {
        const sent = numbered([chunk('a', { title, headings, content })]);
        expect(ownLines(sourcesText(sent))).toEqual(template);
      }),
    );
  });
});

describe('numbers', () => {
  test('that a text has in brackets for anything else are given to no passage', () => {
    const kept = [{ chunkId: 'b', number: 3 }];
    const sent = numbered([chunk('a'), chunk('b'), chunk('c')], kept, [1, 3, 4]);
    expect(sent.map(({ id, number }) => [id, number])).toEqual([
      ['a', 2],
      ['b', 3],
      ['c', 5],
    ]);
  });

  test('of a continued text stay, and none gets a second meaning', () => {
    const ids = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 8 });
    const kept = fc.uniqueArray(
      fc.record({
        chunkId: fc.constantFrom(...'abcdefgh'),
        number: fc.integer({ min: 1, max: 9 }),
      }),
      { selector: ({ number }) => number },
    );
    fc.assert(
      fc.property(ids, kept, (chunks, all) => {
        const old = all.filter((one, at) => all.findIndex((o) => o.chunkId === one.chunkId) === at);
        const sent = numbered(
          chunks.map((id) => chunk(id)),
          old,
        );
        const meaning = new Map(old.map(({ number, chunkId }) => [number, chunkId]));
        for (const { number, id } of sent) expect(meaning.get(number) ?? id).toBe(id);
        expect(new Set(sent.map(({ number }) => number)).size).toBe(sent.length);
      }),
    );
  });

  test('are read in all forms that models write', () => {
    expect(citedNumbers('a [1], b [2, 3][4;5]; not [x], [1234], or [ 6 ]; again [1]')).toEqual([
      1, 2, 3, 4, 5,
    ]);
  });

  test('are taken out of a text that is used elsewhere, where they are known', () => {
    const text = 'Pie 4.50 [1], bread [2, 3]. See [9] and [price].';
    expect(withoutCitationMarks(text, new Set([1, 2, 3]))).toBe(
      'Pie 4.50, bread. See [9] and [price].',
    );
    expect(withoutCitationMarks(text, new Set())).toBe(text);
  });
});

describe('the passage of a citation', () => {
  test('is a short chunk without its headings', () => {
    expect(passageOf('# Cakes\n\nApple pie 4.50\n', 'pie')).toBe('Apple pie 4.50');
    expect(passageOf('# Cakes\n', 'pie')).toBe('# Cakes');
  });

  test('is the part of a long one that has the question’s words', () => {
    const filler = 'Nothing to see in this sentence. '.repeat(30);
    const passage = passageOf(`${filler}Apple pie costs 4.50. More.`, 'How much is the apple pie?');
    expect(passage).toContain('Apple pie costs 4.50.');
  });

  test('never exceeds its limit or ends within a character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 1_500 }),
        fc.string(),
        (content, question) => {
          const cited = citedOf(
            { ...chunk('a', { content, title: content }), number: 1 },
            question,
          );
          expect(cited.passage.length).toBeLessThanOrEqual(CITATION_LIMITS.passage);
          expect(cited.title.length).toBeLessThanOrEqual(CITATION_LIMITS.title);
          expect(cited.passage.isWellFormed()).toBe(true);
        },
      ),
    );
  });
});
