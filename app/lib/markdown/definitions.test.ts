import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { renderMarkdown } from './render';
import { createBlockSplitter } from './split-blocks';

const rendered = (blocks: string[]) => blocks.map((block) => renderMarkdown(block)).join('');

/** What is shown of a text that arrives in parts ending at these positions, and then as a whole. */
function shown(text: string, ends: Iterable<number>): string {
  const splitter = createBlockSplitter();
  for (const end of ends) splitter.update(text.slice(0, end));
  return rendered(splitter.update(text));
}

const everyCharacter = (text: string) => Array.from({ length: text.length }, (_, at) => at + 1);

describe('a link definition that streams in', () => {
  it.each([
    ['with its title below', '[x]: /u\n"Title"'],
    ['with its title below, indented', '[x]: /u  \n   (Title)  '],
    ['with its address below, and the title below that', "[x]:\n  <a b>\n'Title'"],
    ['with its label on two lines', '[x\n]: /u\n"Title"'],
    ['with a title on several lines', '[x]: /u "Title\nand\nmore"'],
    ['whose title holds a heading', '[x]: /u\n"Title\n# and\nmore"'],
    ['whose title holds a list', "[x]: /u 'Title\n- and\n- more'"],
    ['whose title holds a fence', '[x]: /u (Title\n```\nmore)'],
    ['whose title holds an escaped mark', '[x]: /u "Title \\" \n# and"'],
    ['whose label holds a heading', '[x\n# y]: /u'],
    ['whose address looks like a list', '[x]:\n- "Title\n# more"'],
    ['whose title is none after all', '[x]: /u\n"Title" and more'],
    ['whose title never ends', '[x]: /u\n"Title\n# and more'],
    ['whose title would go on after a blank line', '[x]: /u\n"Title\n\n# and more"'],
    ['that is none, as its title would go on after a blank line', '[x]: /u "Title\n\nmore"'],
    ['that is none, as its label would go on after a blank line', '[x\\\n\n]: /u'],
    ['below another one', '[y]: /v\n[x]: /u\n "Title"\n[z]: /w'],
    ['and again', '[x]: /u\n"Title"\n[x]: /v "Other"'],
    ['in an item, with its title below', '- [x]: /u \n  "Title"'],
    ['in a quote, with its title below', '> [x]: /u\n> "Title"'],
  ])('renders as the stored text does: %s', (_, definition) => {
    const text = `[x] and [y]\n\n${definition}\n\n[x] and [y]\n\nThe end.\n`;
    const stored = renderMarkdown(text);
    expect(shown(text, everyCharacter(text))).toBe(stored);
    for (const end of everyCharacter(text)) expect(shown(text, [end])).toBe(stored);
  });

  it('applies once nothing can become its title any more', () => {
    const splitter = createBlockSplitter();
    const linked = (text: string) => splitter.update(`see [x]\n\n${text}`)[0]?.includes('/u');
    expect(linked('[x]: /u')).toBe(false);
    expect(linked('[x]: /u\n')).toBe(false);
    expect(linked('[x]: /u\n  "Title')).toBe(false);
    expect(linked('[x]: /u\n  "Title\n')).toBe(false);
    expect(linked('[x]: /u\n  "Title\n\nw')).toBe(true);
    expect(linked('[x]: /u\nw')).toBe(true);
  });

  it('applies when its possible title gets too long to wait for', () => {
    const text = `see [x]\n\n[x]: /u\n"${'word '.repeat(1_000)}`;
    expect(shown(text, everyCharacter(text))).toContain('href="/u"');
    expect(shown(text, [])).toContain('href="/u"');
  });

  it('applies at the end of a complete text, and again if the text grows after all', () => {
    const splitter = createBlockSplitter();
    const text = 'see [x]\n\n[x]: /u\n';
    expect(rendered(splitter.update(text, true))).toBe(renderMarkdown(text));
    expect(rendered(splitter.update(text, true))).toContain('href="/u"');
    const longer = `${text}"Title"\n\nThe end.\n`;
    expect(rendered(splitter.update(longer))).toBe(renderMarkdown(longer));
    expect(renderMarkdown(longer)).toContain('title="Title"');
  });
});

const definitions = fc
  .tuple(
    fc.constantFrom('', ' ', '   ', '> ', '- ', '1. '),
    fc.constantFrom('[x]:', '[y]:', '[x\ny]:', '[x]', '[\\]]:'),
    fc.constantFrom(' ', '', '\n', ' \n  '),
    fc.constantFrom('/u', '<a b>', '<', '-', '#', '/(a', '/\\'),
    fc.constantFrom('', ' ', '\n', ' \n  ', '\n> ', '\n  '),
    fc.constantFrom(
      '',
      '"',
      '"t"',
      "'t",
      '(t)',
      '"t\\"',
      "'a\nb'",
      '"a\n# b',
      '"a\n- b',
      '"a\n\nb"',
    ),
  )
  .map((parts) => parts.join(''));
const others = fc.constantFrom(
  ...['word', '"', "'", ')', '# h', '- i', '> q', '1. i', '---', '```', '\\', 't"', "  t'", '[z'],
);

it('definitions and lookalikes render as the stored text does, however it is split', () => {
  const line = fc.tuple(fc.oneof(definitions, others), fc.constantFrom('\n', '\n\n', '\n \n'));
  const texts = fc
    .array(line, { minLength: 1, maxLength: 5 })
    .map((lines) => `[x] [y]\n\n${lines.flat().join('')}\n\n[x] [y]\n\nThe end.\n`);
  fc.assert(
    fc.property(texts, fc.array(fc.nat(80), { maxLength: 20 }), (text, places) => {
      const stored = renderMarkdown(text);
      expect(shown(text, everyCharacter(text))).toBe(stored);
      expect(
        shown(
          text,
          places.sort((one, other) => one - other),
        ),
      ).toBe(stored);
    }),
    { numRuns: 1_000 },
  );
});
