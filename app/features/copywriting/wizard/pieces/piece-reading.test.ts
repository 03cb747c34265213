import fc from 'fast-check';
import { expect, it } from 'vitest';

import { renderMarkdown } from '~/lib/markdown/render';

import { dividedPosts, markdownOf } from './piece-reading';

it('finds the posts of a thread, whatever the line ends, also while it grows', () => {
  expect(dividedPosts('One\r\n---\r\nTwo\n\n ---\nThree --- no\n---')).toEqual([
    'One',
    'Two',
    'Three --- no',
  ]);
  expect(dividedPosts('')).toEqual([]);
});

it('makes no heading of the last line before a divider', () => {
  expect(renderMarkdown(markdownOf('Subject: One\n---\nSubject: Two'))).toBe(
    renderMarkdown('Subject: One\n\n---\nSubject: Two'),
  );
  expect(markdownOf('One\n---\nTwo')).toBe('One\n\n---\nTwo');
});

it('keeps every word', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '-', '\n', ' ', '#') }), (text) => {
      expect(markdownOf(text).replace(/\n+/g, '\n')).toBe(text.replace(/\n+/g, '\n'));
      expect(dividedPosts(text).join('').replace(/\s/g, '').length).toBeLessThanOrEqual(
        text.length,
      );
    }),
  );
});
