import fc from 'fast-check';
import { expect, test } from 'vitest';

import { findPassages } from './find-quotes';

function find(source: string, quotes: readonly [quote: string, from?: number][], rendered: string) {
  const passages = quotes.map(([quote, from]) => {
    const start = source.indexOf(quote, from);
    return { start, end: start + quote.length };
  });
  return findPassages(source, passages, rendered).map(
    (found) => found && rendered.slice(found.start, found.end),
  );
}

test('a passage is found in the rendered text, without the marks of Markdown', () => {
  const source = '# A cheap\n\n- one **very\n  cheap** [roll](/cheap) 🥐';
  const rendered = 'A cheapone very cheap roll 🥐';
  const at = source.indexOf('very');
  expect(find(source, [['cheap'], ['very\n  cheap'], ['cheap', at], ['🥐']], rendered)).toEqual([
    'cheap',
    'very cheap',
    null,
    '🥐',
  ]);
});

test('the same words elsewhere are told apart by what is before them', () => {
  const source = '`cheap` is cheap';
  const [found] = findPassages(source, [{ start: 11, end: 16 }], 'cheap is cheap');
  expect(found).toEqual({ start: 9, end: 14 });
});

test('each passage of a text without Markdown is found where it is', () => {
  const words = fc.array(fc.constantFrom('a', 'bc', 'a b', 'é', '🥐'), {
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(words, fc.nat(), (parts, seed) => {
      const text = parts.join(' ');
      const index = seed % parts.length;
      const start = parts.slice(0, index).join(' ').length + (index > 0 ? 1 : 0);
      const passage = { start, end: start + parts[index]!.length };
      const [found] = findPassages(text, [passage], text);
      expect(text.slice(found!.start, found!.end)).toBe(parts[index]);
    }),
  );
});
