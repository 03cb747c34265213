import fc from 'fast-check';
import { baseKeymap } from 'prosemirror-commands';
import { history, undo } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { type Command, EditorState, TextSelection } from 'prosemirror-state';
import { describe, expect, it } from 'vitest';

import { MarkdownDocument } from './document';
import { link, plugins, type Tool, TOOLS, toolsAt } from './editing';
import { schema } from './schema';

const BLOCKS = [
  'A paragraph with **bold**, _emphasis_, `code`, and ~~a strike~~.',
  'A line with two blanks  \nand one with a backslash\\\nand one without',
  'Trailing blanks   ',
  '# Heading #',
  'Setext\n======',
  'Setext\nof two lines\n---',
  '- one\n- two',
  '* one\n* two\n\n  more of two',
  '+ one\n\n+ two',
  '1) one\n2) two\n   - nested\n   - deeper\n     1. deepest',
  '7. seven\n1. eight',
  '- [ ] a task\n- [x] done',
  '-   wide\n-   items',
  '> quoted\nlazily\n>\n> - a list\n> - in it',
  '```js\nlet a = `b`;\n\n```',
  '~~~~\n```\n~~~~',
  '    indented\n\n    code',
  '***',
  '- - -',
  '| a | b |\n|:--|--:|\n| 1 | `x\\|y` |',
  'a | b\n:-:|---\n1 | 2 | 3\n4',
  'See [the docs][docs], [docs], and [this](https://example.com "A title").',
  '[docs]: https://example.com/docs "Docs"',
  '<div class="a">\n<b>raw</b>\n</div>',
  'Inline <b>HTML</b> &amp; &copy; <https://example.com> www.example.com a@example.com',
  'Costs $5 or $x^2$',
  '$$\nx^2 + y^2\n$$',
  'With a note[^1] and sources [1], [2][3].',
  '[^1]: The note',
  '![An image](https://example.com/a.png) beside text',
  'Escaped \\* and \\_ and \\[x\\] 2*3 a_b_c',
  '***both*** and **bold _within_ it** and *a **b***',
  'Ünïcödé 🙂 \u00a0 text',
  '\tindented by a tab',
] as const;

const SEPARATORS = ['\n\n', '\n', '\n\n\n', '\n \n', '\n\t\n\n'];
const texts = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.oneof(fc.constantFrom<string>(...BLOCKS), fc.string({ maxLength: 30 })),
        fc.constantFrom(...SEPARATORS),
      ),
      { maxLength: 12 },
    ),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.constantFrom('', '\n', '\n\n', '  '),
  )
  .map(([blocks, lineEnd, start]) => (start + blocks.flat().join('')).replaceAll('\n', lineEnd));

/** A text with a word at the end of one of its blocks; null if there is no block that has text. */
function typed(doc: Node, index: number, word = ' typed'): EditorState | null {
  const state = EditorState.create({ doc, plugins: [history()] });
  let at: number | null = null;
  doc.child(index).descendants((node, pos) => {
    if (node.isTextblock) at = pos;
  });
  const [start, block] = [placeOf(doc, index), doc.child(index)];
  const end = block.isTextblock ? start + 1 + block.content.size : null;
  const nested: number | null = at;
  const inner = nested === null ? null : block.nodeAt(nested);
  const place =
    end ?? (nested === null || !inner ? null : start + 1 + nested + 1 + inner.content.size);
  return place === null ? null : state.apply(state.tr.insertText(word, place));
}

const type =
  (text: string): Command =>
  ({ tr }, dispatch) => {
    dispatch?.(tr.insertText(text));
    return true;
  };
const KEYS = [
  ...['x', '*', ' ', '|', '# '].map(type),
  ...['Enter', 'Backspace', 'Delete'].map((key) => baseKeymap[key]!),
  link('https://example.com/'),
];

function placeOf(doc: Node, index: number): number {
  let at = 0;
  for (let before = 0; before < index; before += 1) at += doc.child(before).nodeSize;
  return at;
}

describe('a Markdown text in the editor', () => {
  it('is written as it was read, byte for byte', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const markdown = new MarkdownDocument();
        expect(markdown.write(markdown.read(text))).toBe(text);
      }),
    );
  });

  it('keeps every byte before and after the block that was edited', () => {
    fc.assert(
      fc.property(texts, fc.nat(), (text, seed) => {
        const markdown = new MarkdownDocument();
        const doc = markdown.read(text);
        const index = seed % doc.childCount;
        const state = typed(doc, index);
        if (!state) return;
        const sources = markdown.sources(doc);
        const written = markdown.write(state.doc);
        const before = sources.slice(0, index).join('');
        const after = sources.slice(index + 1).join('');
        expect(written.slice(0, before.length)).toBe(before);
        expect(written.endsWith(after)).toBe(true);
        expect(written).toContain('typed');
      }),
    );
  });

  it('is the original again once an edit is undone', () => {
    fc.assert(
      fc.property(texts, fc.nat(), (text, seed) => {
        const markdown = new MarkdownDocument();
        const doc = markdown.read(text);
        let state = typed(doc, seed % doc.childCount);
        if (!state) return;
        undo(state, (transaction) => {
          state = state!.apply(transaction);
        });
        expect(markdown.write(state.doc)).toBe(text);
      }),
    );
  });

  it('keeps every byte of all other blocks whatever is done to one, by keys, tools, or both', () => {
    fc.assert(
      fc.property(
        texts,
        fc.nat(),
        fc.nat(),
        fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
        (text, seed, place, actions) => {
          const markdown = new MarkdownDocument();
          const doc = markdown.read(text);
          const index = seed % doc.childCount;
          const start = placeOf(doc, index);
          const at = doc.resolve(start + (place % doc.child(index).nodeSize));
          let state = EditorState.create({ doc, plugins: plugins() });
          const selection = TextSelection.near(at);
          // Beside a block that takes no cursor, the next one does.
          if (selection.$from.index(0) !== index) return;
          state = state.apply(state.tr.setSelection(selection));
          for (const action of actions) {
            const all = [
              ...KEYS,
              ...Object.values<Tool>(TOOLS)
                .concat(toolsAt(state))
                .map(({ run }) => run),
            ];
            all[action % all.length]!(state, (transaction) => {
              state = state.apply(transaction);
            });
          }
          const sources = markdown.sources(doc);
          const isKept = new Set(state.doc.children);
          const above = doc.children.slice(0, index);
          const below = doc.children.slice(index + 1);
          // Lists and quotes that meet become one, and so do paragraphs across a deleted break.
          if (![...above, ...below].every((node) => isKept.has(node))) return;
          const written = markdown.write(state.doc);
          expect(written.startsWith(sources.slice(0, index).join('').trimEnd())).toBe(true);
          expect(written.endsWith(sources.slice(index + 1).join(''))).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is the original again once everything is undone, with equal blocks of other styles', () => {
    const text = '- a\n\nb\n\n-   a\n\n*c* _d_\n';
    const markdown = new MarkdownDocument();
    let state = EditorState.create({ doc: markdown.read(text), plugins: plugins() });
    state = state.apply(state.tr.insertText('x', placeOf(state.doc, 2) + 4));
    expect(markdown.write(state.doc)).toContain('- ax');
    undo(state, (transaction) => (state = state.apply(transaction)));
    expect(markdown.write(state.doc)).toBe(text);
  });

  it('has dividers between emails, not headings above them', () => {
    const text = 'Regards,\nAnn\n---\nSubject: Two\n\nHello';
    const doc = new MarkdownDocument({ dividers: true }).read(text);
    expect(doc.children.map(({ type }) => type.name)).toEqual([
      ...['paragraph', 'horizontal_rule', 'paragraph', 'paragraph'],
    ]);
    const markdown = new MarkdownDocument({ dividers: true });
    expect(markdown.write(typed(markdown.read(text), 0)!.doc)).toBe(
      text.replace('Ann', 'Ann typed'),
    );
    expect(new MarkdownDocument().read(text).firstChild?.type.name).toBe('heading');
  });

  it('reads after an edit as the editor showed it', () => {
    fc.assert(
      fc.property(
        texts,
        fc.nat(),
        fc.constantFrom('x', ' *y* ', ' # z', ' 2*3*4', ' [1]'),
        (text, seed, word) => {
          const markdown = new MarkdownDocument();
          const doc = markdown.read(text);
          const state = typed(doc, seed % doc.childCount, word);
          if (!state) return;
          const written = markdown.write(state.doc);
          const again = new MarkdownDocument();
          expect(again.write(again.read(written))).toBe(written);
        },
      ),
    );
  });

  it.each(BLOCKS.map((block) => [block]))('keeps %j in its place', (block) => {
    const text = `One.\n\n${block}\n\nTwo.\n`;
    const markdown = new MarkdownDocument();
    const doc = markdown.read(text);
    expect(markdown.write(doc)).toBe(text);
    const state = typed(doc, 0)!;
    expect(markdown.write(state.doc)).toBe(text.replace('One.', 'One. typed'));
  });

  it.each([
    ['keeps how emphasis was written', 'a _b_ __c__ *d* e', 'a _b_ __c__ *d* e typed'],
    [
      'keeps reference links',
      'see [x][y]\n\n[y]: https://example.com',
      'see [x][y] typed\n\n[y]: https://example.com',
    ],
    ['keeps the style of a heading', 'Title\n=====\n\ntext', 'Title typed\n=====\n\ntext'],
    ['keeps the bullets of a list', '* a\n* b', '* a\n* b typed'],
    [
      'keeps a table',
      '| a | b |\n| --- | --: |\n| 1 | 2 |',
      '| a | b |\n| --- | --: |\n| 1 | 2 typed |',
    ],
    ['keeps citations', 'Fresh [1].', 'Fresh [1]. typed'],
  ])('%s in the block that is edited', (_, text, expected) => {
    const markdown = new MarkdownDocument();
    expect(markdown.write(typed(markdown.read(text), 0)!.doc)).toBe(expected);
  });

  it('escapes what would otherwise become formatting', () => {
    const markdown = new MarkdownDocument();
    const doc = markdown.read('One');
    expect(markdown.write(typed(doc, 0, ' *two* and 2 * 3')!.doc)).toBe(
      'One \\*two\\* and 2 \\* 3',
    );
    const list = schema.nodes.doc.create(
      null,
      schema.nodes.paragraph.create(null, schema.text('1. one')),
    );
    expect(markdown.write(list)).toMatch(/^1\\\. one\n?$/);
  });
});
