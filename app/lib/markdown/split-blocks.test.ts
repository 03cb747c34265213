import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { renderMarkdown } from './render';
import { createBlockSplitter } from './split-blocks';

const rendered = (blocks: string[]) => blocks.map((block) => renderMarkdown(block)).join('');

/** Streams the text in chunks and checks on the way that complete blocks don't change. */
function write(text: string, ends: number[]): string[] {
  const splitter = createBlockSplitter();
  let blocks: string[] = [];
  for (const end of [...ends, text.length]) {
    const complete = blocks.slice(0, -1);
    blocks = splitter.update(text.slice(0, end));
    expect(blocks.slice(0, complete.length)).toEqual(complete);
  }
  return blocks;
}

const everyCharacter = (text: string) => Array.from(text, (_, index) => index + 1);

describe('a growing text', () => {
  it('is split into blocks that stay', () => {
    const text =
      '# Title\n\nA paragraph.\n\n- one\n- two\n\n```js\nlet a;\n\nlet b;\n```\n\nThe end';
    expect(write(text, everyCharacter(text))).toEqual([
      '# Title',
      'A paragraph.',
      '- one\n- two',
      '```js\nlet a;\n\nlet b;\n```',
      'The end',
    ]);
  });

  it.each([
    ['a setext heading', 'one\n\nTitle\nstill\n---\n\ntwo'],
    ['an item after a blank line', '1. one\n\n2. two\n\n   more\n\nthree'],
    ['a number that becomes an item', '1. one\n\n2'],
    ['a list that becomes loose', '- a\n- b\n\n- c\n\nend\n'],
    ['an indented continuation', '- a\n\n  b\n\n      code\n\nc\n'],
    ['another kind of list', '- a\n* b\n1. c\n2) d\n'],
    ['a table after a line of text', 'text\na | b\n--|--\n1 | 2\n3 | 4\n\nend'],
    ['a table that is none after all', 'text\na | b\n--|--|--\n1 | 2\n'],
    ['a fence inside a list', '- a\n  ```\n  x\n\n  y\n  ```\n- b\n\nc'],
    ['an open fence', 'a\n\n```\n# no heading\n\n- no list\n'],
    ['a longer fence', 'a\n````md\n```\nx\n```\n````\nb'],
    ['a quote with a lazy line', '> a\nb\n> c\n\n> d\n\ne'],
    ['code by indentation', 'a\n\n    b\n\n    c\n\nd'],
    ['a definition before its use', '[x]: https://example.com "T"\n\nsee [x] and [X][x]\n\n[y]'],
    ['a definition in a list', '- [x]: https://example.com\n\nsee [x]\n'],
    ['raw HTML', 'a\n<div>\n\n<p>b\n\n</div>\n\nc'],
    ['line ends of Windows', 'a\r\n\r\n- b\r\n- c\r\n\r\nd\r\n'],
    ['breaks and rules', 'a\n***\nb\n\n- - -\nc\n# d\ne'],
    ['nothing but space', ' \n\n \t\n'],
  ])('renders as the whole text does: %s', (_, text) => {
    expect(rendered(write(text, everyCharacter(text)))).toBe(renderMarkdown(text));
  });

  it('starts over for another text', () => {
    const splitter = createBlockSplitter();
    splitter.update('# One\n\ntwo\n\nthree');
    expect(splitter.update('# Other\n\ntext')).toEqual(['# Other', 'text']);
    expect(splitter.update('# Other\n\ntext')).toEqual(['# Other', 'text']);
    expect(splitter.update('')).toEqual([]);
  });

  it('resolves references everywhere as soon as their definition is complete', () => {
    const text =
      'see [x] and\n![y][ Y\nz]\n\n- [x][]\n\nend\n\n[x]: https://example.com\n[y z]: https://y.example\nmore';
    const splitter = createBlockSplitter();
    const before = splitter.update(text.slice(0, text.indexOf('[x]: ')));
    expect(rendered(before)).not.toContain('href');
    expect(rendered(splitter.update(text))).toBe(renderMarkdown(text));
    expect(renderMarkdown(text)).toContain('href="https://example.com"');
  });

  it("leaves blocks unchanged that a definition doesn't concern", () => {
    const splitter = createBlockSplitter();
    const before = splitter.update('see [x]\n\nnot [y]\n\nend\n\n');
    const after = splitter.update('see [x]\n\nnot [y]\n\nend\n\n[x]: https://example.com\n\nmore');
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).toBe(before[1]);
  });
});

const words = fc
  .array(
    fc.constantFrom(
      ...[
        'plain',
        'words',
        '**bold**',
        '_it_',
        '`code`',
        '[a](https://example.com)',
        '<b>',
        '&amp;',
      ],
      ...[
        '*open',
        '~~del~~',
        '![i](https://example.com/i.png)',
        'a_b',
        'https://example.com',
        '1.',
      ],
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((list) => list.join(' '));
const lines = fc.array(words, { minLength: 1, maxLength: 4 });
const bullet = fc.constantFrom('- ', '* ', '1. ', '7) ', '- [ ] ', '- [x] ');

const blocks = fc.oneof(
  lines.map((list) => list.join('\n')),
  fc.tuple(fc.integer({ min: 1, max: 6 }), words).map(([n, text]) => `${'#'.repeat(n)} ${text}`),
  fc.tuple(words, fc.constantFrom('===', '---')).map(([text, line]) => `${text}\n${line}`),
  fc.tuple(bullet, lines).map(([mark, list]) => list.map((line) => mark + line).join('\n')),
  fc.tuple(bullet, lines).map(([mark, list]) => list.map((line) => mark + line).join('\n\n')),
  fc
    .tuple(lines, lines)
    .map(
      ([one, two]) => `- ${one.join('\n  ')}\n  - ${two.join('\n  - ')}\n\n    ${two.join(' ')}`,
    ),
  lines.map((list) => list.map((line) => `> ${line}`).join('\n')),
  fc.tuple(lines, words).map(([list, lazy]) => `> - ${list.join('\n> ')}\n${lazy}`),
  fc
    .tuple(fc.constantFrom('```', '~~~~', '```js'), lines, lines)
    .map(([fence, one, two]) => [fence, ...one, '', ...two, fence.replace('js', '')].join('\n')),
  lines.map((list) => list.map((line) => `    ${line}`).join('\n')),
  lines.map((list) =>
    ['| a | b |', '|---|:-:|', ...list.map((line) => `| ${line} | x |`)].join('\n'),
  ),
  fc.constantFrom('---', '***', '- - -', '<div>', '</div>'),
  fc.constantFrom('$$\nx\n$$', '$$x$$', '\\[\nx = 1\n\\]', 'a $x$ b', '$$\n- x\n= y\n$$', '$$\nx'),
);

const documents = fc
  .array(fc.tuple(blocks, fc.constantFrom('\n', '\n\n', '\n\n', '\n \n', '\n\n\n')), {
    minLength: 1,
    maxLength: 12,
  })
  .map((list) => list.flat().join(''));

/** Positions at which the chunks of an answer may end. */
const cuts = (text: string) =>
  fc.array(fc.nat(text.length), { maxLength: 60 }).map((list) => list.sort((a, b) => a - b));

describe('any ordinary document, in any chunks', () => {
  it('renders as the whole text does', () => {
    fc.assert(
      fc.property(
        documents.chain((text) => fc.tuple(fc.constant(text), cuts(text))),
        ([text, ends]) => {
          expect(rendered(write(text, ends))).toBe(renderMarkdown(text));
        },
      ),
      { numRuns: 600 },
    );
  });

  it('keeps complete blocks, whatever it contains', () => {
    const characters = fc.constantFrom(
      ...'ab1 \n\n\t#>-*+_`~[]()!|:.<&"\\='.split(''),
      '\n\n',
      '- ',
    );
    const soup = fc.array(characters, { maxLength: 120 }).map((list) => list.join(''));
    fc.assert(
      fc.property(
        soup.chain((text) => fc.tuple(fc.constant(text), cuts(text))),
        ([text, ends]) => {
          write(text, ends);
        },
      ),
      { numRuns: 600 },
    );
  });
});

describe('a long answer', () => {
  const paragraph =
    'Some **bold** words, a [link](https://example.com/a?b=c), `code` and _more_ of it.\n';
  const table = '| a | b |\n|---|---|\n' + '| 1 | 2 |\n'.repeat(6);
  const section = `## Head\n\n${paragraph.repeat(4)}\n- a **b**\n- c\n  - d\n\n\`\`\`ts\nconst a = 1;\n\nconst b = 2;\n\`\`\`\n\n${table}\n1. x\n2. y\n\n> q\n\n`;

  /** What the browser does for each chunk: split, and render what is new. */
  function stream(text: string, additions: number) {
    const splitter = createBlockSplitter();
    let before: string[] = [];
    let rendering = 0;
    let longest = 0;
    let total = 0;
    for (let count = 1; count <= additions; count += 1) {
      const written = text.slice(0, Math.round((text.length * count) / additions));
      // CPU time of this thread: other processes may be using the processor.
      const start = process.threadCpuUsage();
      const now = splitter.update(written);
      for (let index = Math.max(0, before.length - 1); index < now.length; index += 1) {
        const block = now[index] ?? '';
        if (block === before[index]) continue;
        renderMarkdown(block);
        rendering += block.length;
      }
      const { user, system } = process.threadCpuUsage(start);
      const took = (user + system) / 1000;
      total += took;
      longest = Math.max(longest, took);
      before = now;
    }
    return { total, longest, rendering, blocks: before };
  }

  const mixed = section.repeat(Math.ceil(200_000 / section.length)).slice(0, 200_000);

  it('of 200 KB in 2,000 chunks is rendered a few times over, not a thousand', () => {
    stream(section, 50);
    const { total, longest, rendering, blocks: list } = stream(mixed, 2000);
    expect(rendered(list)).toBe(renderMarkdown(mixed));
    expect(rendering).toBeLessThan(8 * mixed.length);
    // On an idle machine, a quarter of a second and 10 ms.
    expect(total).toBeLessThan(3000);
    expect(longest).toBeLessThan(250);
  });

  it.each([
    ['code', `\`\`\`js\n${'const value = compute(a, "b") + <T>1;\n'.repeat(5400)}`, 20_000],
    ['list', '- item with **bold** and [link](https://example.com)\n'.repeat(3700), 2500],
    ['table', `| a | b |\n|---|---|\n${'| one **b** | two `c` |\n'.repeat(8300)}`, 2500],
    ['paragraph', 'word '.repeat(40_000), 2500],
    ['title', `[a]: b "${'# word\n'.repeat(28_000)}`, 2500],
    ['line', 'x'.repeat(200_000), 2500],
  ])('of a single %s costs no more', (_, text, average) => {
    const { rendering, blocks: list } = stream(text, 500);
    expect(rendering / 500).toBeLessThan(average);
    // Every character is present, if in more blocks than in the end.
    const letters = (html: string) => html.replace(/<[^>]*>/g, '').replace(/[^a-z]/g, '');
    const whole = letters(renderMarkdown(text));
    expect(letters(rendered(list)).length).toBeGreaterThanOrEqual(whole.length);
  });
});
