// @vitest-environment node
import spec from 'commonmark-spec';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';

import { renderMarkdown } from './render';
import { createBlockSplitter } from './split-blocks';

// Cleaning needs a browser; of our own HTML it takes nothing, which is tested there.
vi.mock('./sanitize', () => ({ sanitizeHtml: (html: string) => html }));
const { wholeUnlessSame } = await import('./browser');

/** What a reader sees when the last part of a text has come, and when it is known to be the last. */
function live(text: string, cuts: readonly number[]): { streaming: string; final: string } {
  const splitter = createBlockSplitter();
  let blocks: string[] = [];
  for (const end of [...cuts, text.length]) blocks = splitter.update(text.slice(0, end));
  const streaming = blocks.map((block) => renderMarkdown(block)).join('');
  return { streaming, final: wholeUnlessSame(text, blocks) ?? streaming };
}

const examples = spec.tests.map(({ markdown, number, section }) => ({ markdown, number, section }));

test('the examples are those of CommonMark', () => {
  expect(examples.length).toBeGreaterThan(600);
});

describe('a text that has streamed in reads as it is stored', () => {
  test.each([false, true])('every example, cut at each character, with breaks: %s', (breaks) => {
    for (const { markdown, number } of examples) {
      const splitter = createBlockSplitter();
      let blocks: string[] = [];
      for (let end = 1; end <= markdown.length; end += 1) {
        blocks = splitter.update(markdown.slice(0, end));
      }
      const streamed = blocks.map((block) => renderMarkdown(block, { breaks })).join('');
      const final = wholeUnlessSame(markdown, blocks, { breaks }) ?? streamed;
      expect(final, `example ${number}`).toBe(renderMarkdown(markdown, { breaks }));
    }
  });

  test('examples one below the other, cut anywhere', () => {
    const text = fc
      .array(fc.constantFrom(...examples), { minLength: 1, maxLength: 5 })
      .map((chosen) => chosen.map(({ markdown }) => markdown).join('\n'));
    fc.assert(
      fc.property(text, fc.array(fc.nat(400), { maxLength: 20 }), (markdown, places) => {
        const cuts = places.filter((at) => at < markdown.length).sort((one, other) => one - other);
        expect(live(markdown, cuts).final).toBe(renderMarkdown(markdown));
      }),
    );
  });
});

test('while more may come, examples already read as they will, and all their links are resolved', () => {
  const differing = examples.filter(({ markdown }) => {
    const text = `${markdown}\n\nThe end.\n`;
    const { streaming } = live(
      text,
      Array.from({ length: text.length }, (_, at) => at),
    );
    return streaming !== renderMarkdown(text);
  });
  const linksOf = (html: string) => [...html.matchAll(/href="[^"]*"/g)].map(([link]) => link);
  for (const { markdown, number } of differing) {
    const text = `${markdown}\n\nThe end.\n`;
    expect(linksOf(live(text, []).streaming), `example ${number}`).toEqual(
      linksOf(renderMarkdown(text)),
    );
  }
  // A title on a line below its definition is not known yet where a definition above counts already.
  expect(differing.map(({ number }) => number)).toEqual([193, 195, 217]);
});
