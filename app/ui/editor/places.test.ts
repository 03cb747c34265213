import fc from 'fast-check';
import type { Node } from 'prosemirror-model';
import { describe, expect, it } from 'vitest';

import { MarkdownDocument } from './document';

/** The passage of the text for the first place in the document that has these letters. */
function passageFor(text: string, letters: string): string | null {
  const markdown = new MarkdownDocument();
  const doc = markdown.read(text);
  const [from, to] = placeOf(doc, letters);
  const found = markdown.passageOf(doc, from, to);
  return found && text.slice(found.start, found.end);
}

function placeOf(doc: Node, letters: string): [number, number] {
  let found: [number, number] | null = null;
  doc.descendants((node, pos) => {
    if (!node.isTextblock || found) return;
    const at = node.textBetween(0, node.content.size, '', '\n').indexOf(letters);
    if (at !== -1) found = [pos + 1 + at, pos + 1 + at + letters.length];
  });
  if (!found) throw new Error(`${letters} isn’t in the document.`);
  return found;
}

describe('a passage of the document', () => {
  it.each([
    ['a paragraph', 'One two.\n\nThree two.', 'Three two.'],
    ['a word between equal ones', 'a b a b a c', 'c'],
    ['a heading', '# The title #\n\ntext', 'title'],
    ['a heading with a line below', 'The title\n=====', 'The'],
    ['bold text, whose marks stay', 'We **bake** it', 'bake'],
    ['text with marks in it', 'We **ba**ke it', 'bake', 'ba**ke'],
    ['an item of a wide list', '*   Rye\n*   Wheat bread', 'Wheat'],
    ['a number in a numbered list', '1. one\n2. 1 loaf\n3. 1', '1 loaf'],
    ['a cell', '| a | b |\n|:--|--|\n| Monday  | 7 |', 'Monday'],
    ['a quote of two lines', '> first\n> second', 'first\nsecond', 'first\n> second'],
    ['code', '```js\nlet a = 1;\nlet b = 1;\n```', 'let b'],
    ['code in a line', 'Call `now()` now', 'now()'],
    ['a link’s label', 'See [the docs](https://example.com/docs) now', 'docs'],
    ['punctuation', 'We (and you) - yes', '(and you) -'],
    ['escaped marks', 'One \\*two\\* three', '*two* three', '\\*two\\* three'],
    ['a task, which is shown as its source', '- [ ] buy rye\n- [x] bake', 'bake'],
  ])('is found in %s', (_, text, letters, expected = letters) => {
    expect(passageFor(text, letters)).toBe(expected);
  });

  it('is the whole block where its place can’t be told', () => {
    expect(passageFor('See [docs] now.\n\n[docs]: https://example.com', 'oc')).toBe(
      'See [docs] now.',
    );
  });

  it('reaches over several blocks', () => {
    const text = '# One\n\n- two\n- **three** four\n\nFive.';
    const markdown = new MarkdownDocument();
    const doc = markdown.read(text);
    const found = markdown.passageOf(doc, placeOf(doc, 'One')[0], placeOf(doc, 'three')[1]);
    expect(found && text.slice(found.start, found.end)).toBe('One\n\n- two\n- **three');
  });

  it('has the same letters wherever it is', () => {
    const words = fc.constantFrom(
      'rye',
      'a',
      '**b**',
      '_c_',
      '`d`',
      '[e](https://e.example)',
      '1.',
      '(f)',
      'a',
    );
    const blocks = fc.tuple(
      fc.constantFrom('', '# ', '- ', '*   ', '3) ', '> '),
      fc.array(words, { minLength: 1, maxLength: 8 }),
    );
    fc.assert(
      fc.property(
        fc.array(blocks, { minLength: 1, maxLength: 4 }),
        fc.nat(),
        fc.nat(),
        (parts, one, other) => {
          const text = parts.map(([opening, list]) => opening + list.join(' ')).join('\n\n');
          const markdown = new MarkdownDocument();
          const doc = markdown.read(text);
          const block = doc.child(one % doc.childCount);
          const size = block.textContent.length;
          if (!block.isTextblock || size === 0) return;
          const start = doc.resolve(0).posAtIndex(one % doc.childCount) + 1;
          const from = start + (other % size);
          const found = markdown.passageOf(doc, from, from + 1);
          const letter = doc.textBetween(from, from + 1);
          if (letter.trim() === '') return;
          expect(found && text.slice(found.start, found.end)).toContain(letter);
        },
      ),
    );
  });
});
