import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parseQuery } from './words';
import type { TextPart } from './search-result';
import { highlight, snippetOf } from './snippet';

const marked = (parts: TextPart[]) => parts.map(({ text, hit }) => (hit ? `[${text}]` : text)).join(''); // prettier-ignore
const snippet = (text: string, typed: string) => marked(snippetOf(text, parseQuery(typed).phrases));
const title = (text: string, typed: string) => marked(highlight(text, parseQuery(typed).phrases));

describe('highlighting', () => {
  test.each([
    ['Plan for Ärger management', 'arger', 'Plan for [Ärger] management'],
    ['Planning a plan', 'plan', '[Planning] a [plan]'],
    ['Planning a plan', 'plan ', 'Planning a [plan]'],
    ['a plan, the plan for spring', '"plan for"', 'a plan, the [plan for] spring'],
    ['spring plan and plan spring', '"spring plan" plan', '[spring plan] and [plan] spring'],
    ['東京と京都', '京都', '東京と[京都]'],
    ['<b>bold</b>', 'b', '<[b]>[bold]</[b]>'],
    ['nothing', 'else', 'nothing'],
  ])('marks the matches in %j for %j', (text, typed, expected) =>
    expect(title(text, typed)).toBe(expected),
  );
});

describe('snippets', () => {
  test('show a short text whole, on one line, without Markdown’s marks', () => {
    expect(snippet('# Plan\n\n- **Monday**: bake `bread`\n\n---\n\n> done', 'bread')).toBe(
      'Plan Monday: bake [bread] done',
    );
  });

  test('leave out the numbers of citations, and keep an index in code and a link', () => {
    expect(snippet('We bake bread overnight [1][2]. Rye, too.[3]', 'bread')).toBe(
      'We bake [bread] overnight. Rye, too.',
    );
    expect(snippet('bread[0][1] and [2](https://example.com)', 'and')).toBe(
      'bread[0][1] [and] [2](https://example.com)',
    );
  });

  test('keep a dash within a sentence', () => {
    expect(snippet('bread - and cake', 'bread')).toBe('[bread] - and cake');
  });

  test('show a part of a long text around the match, with whole words', () => {
    const text = `${'before '.repeat(60)}needle ${'after '.repeat(60)}`;
    const found = snippet(text, 'needle');
    expect(found).toMatch(/^… (before )+\[needle\]( after)+ …$/);
    expect(found.length).toBeLessThan(200);
  });

  test('show the part with the most matches', () => {
    const text = `plan ${'filler '.repeat(80)} spring plan ${'filler '.repeat(80)}`;
    expect(snippet(text, 'spring plan')).toContain('[spring] [plan]');
  });

  test('show the beginning of a text without a match', () => {
    expect(snippet('Words '.repeat(100), 'else')).toMatch(/^Words .* …$/);
  });

  test('cut a text without spaces between characters', () => {
    expect(snippet(`${'🎉'.repeat(200)}x${'🎉'.repeat(200)}`, 'x')).not.toMatch(/[\ud800-\udfff](?![\udc00-\udfff])(?<![\ud800-\udbff][\udc00-\udfff])/); // prettier-ignore
  });

  test('are parts of the text within the length limit, for any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 600 }), fc.string({ maxLength: 20 }), (text, typed) => {
        const parts = snippetOf(text, parseQuery(typed).phrases);
        expect(parts.reduce((sum, part) => sum + part.text.length, 0)).toBeLessThan(190);
        const hits = parts.filter(({ hit }) => hit).map((part) => part.text);
        const flat = text.replace(/\*\*|__|`+/gu, '').replace(/\s+/gu, ' ');
        for (const hit of hits) expect(flat).toContain(hit.trim());
      }),
    );
  });
});
