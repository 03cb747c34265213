// @vitest-environment node
import spec from 'commonmark-spec';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';

import { definitionsIn } from './definitions';
import { lexBlocks, renderMarkdown, type MarkdownOptions } from './render';
import { createBlockSplitter } from './split-blocks';

// Sanitizing needs a browser; it removes nothing from our own HTML, which is tested there.
vi.mock('./sanitize', () => ({ sanitizeHtml: (html: string) => html }));
const { wholeUnlessSame } = await import('./browser');

const rendered = (blocks: string[], options?: MarkdownOptions) =>
  blocks.map((block) => renderMarkdown(block, options)).join('');

/** A splitter that got the text in parts ending at these positions. */
function streamed(text: string, ends: Iterable<number>) {
  const splitter = createBlockSplitter();
  for (const end of ends) splitter.update(text.slice(0, end));
  return splitter;
}

const everyCharacter = (text: string) => Array.from({ length: text.length }, (_, at) => at + 1);

/** What a growing text may render as: a definition in its last block may not apply to those above yet. */
function readings(text: string): string[] {
  const last = lexBlocks(text).findLast(({ type }) => type !== 'space');
  if (!last || definitionsIn([last]).length === 0) return [renderMarkdown(text)];
  const start = text.lastIndexOf(last.raw);
  return [
    renderMarkdown(text),
    renderMarkdown(text.slice(0, start)) + renderMarkdown(text.slice(start)),
  ];
}

const examples = spec.tests.map(({ markdown, number, section }) => ({ markdown, number, section }));

test('all CommonMark examples are loaded', () => {
  expect(examples.length).toBeGreaterThan(600);
});

/** Every example, and every prefix of it. */
function* beginnings(): Generator<{ text: string; example: string }> {
  for (const { markdown, number } of examples) {
    for (const end of everyCharacter(markdown)) {
      const text = markdown.slice(0, end);
      yield { text, example: `example ${number}: ${text}` };
    }
  }
}

describe('a text that streams in renders as the stored text does', () => {
  test('at each character of every example', () => {
    for (const { markdown, number } of examples) {
      const splitter = createBlockSplitter();
      for (const end of everyCharacter(markdown)) {
        const text = markdown.slice(0, end);
        const shown = rendered(splitter.update(text));
        expect(readings(text), `example ${number}: ${text}`).toContain(shown);
      }
    }
  });

  test('when any example is cut off at any character and a paragraph follows', () => {
    for (const { text, example } of beginnings()) {
      const followed = `${text}\n\nThe end.\n`;
      const splitter = streamed(followed, everyCharacter(text));
      expect(rendered(splitter.update(followed)), example).toBe(renderMarkdown(followed));
    }
  });

  test.each([false, true])(
    'when every example is complete at each character, with breaks: %s',
    (breaks) => {
      for (const { text, example } of beginnings()) {
        const blocks = streamed(text, everyCharacter(text)).update(text, true);
        expect(rendered(blocks, { breaks }), example).toBe(renderMarkdown(text, { breaks }));
      }
    },
  );

  test('when pairs of examples, split anywhere, are complete', () => {
    const texts = fc
      .array(fc.constantFrom(...examples), { minLength: 1, maxLength: 5 })
      .map((chosen) => chosen.map(({ markdown }) => markdown).join('\n'));
    fc.assert(
      fc.property(texts, fc.array(fc.nat(400), { maxLength: 20 }), (text, places) => {
        const ends = places.filter((at) => at < text.length).sort((one, other) => one - other);
        const blocks = streamed(text, ends).update(text, true);
        expect(rendered(blocks)).toBe(renderMarkdown(text));
      }),
      { numRuns: 1_000 },
    );
  });
});

test('and is shown as a whole once complete if its blocks rendered differently', async () => {
  const text = `- word\n`.repeat(2_000);
  const blocks = createBlockSplitter().update(text, true);
  expect(rendered(blocks)).not.toBe(renderMarkdown(text));
  expect(await wholeUnlessSame(text, blocks)).toBe(renderMarkdown(text));
  expect(await wholeUnlessSame('- word', ['- word'])).toBeNull();
  expect(await wholeUnlessSame('- word', ['- word', 'more'])).toBe(renderMarkdown('- word'));
  expect(await wholeUnlessSame('- word\n\nmore', ['- word'])).toBe(
    renderMarkdown('- word\n\nmore'),
  );
});
