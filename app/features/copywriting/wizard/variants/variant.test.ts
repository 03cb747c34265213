import fc from 'fast-check';
import { expect, it } from 'vitest';

import { renderMarkdown } from '~/lib/markdown/render';

import type { VariantView } from '../briefs/brief';
import { briefTexts } from '../texts';
import {
  contentsWords,
  dividedPosts,
  markdownOf,
  nameOfVariant,
  shownVariant,
  titleToSave,
  variantEndText,
} from './variant';

const running = { text: 'Fresh', state: 'streaming', reason: null } as const;
const ended = { text: 'Fresh bread', state: 'done', reason: null } as const;

it("shownVariant shows a text as it was loaded when this tab doesn't follow it", () => {
  expect(shownVariant(ended, null)).toEqual(ended);
});

it('shownVariant shows a running text as it is followed, until its end has been loaded', () => {
  const live = { ...running, text: 'Fresh bread fr' } as const;
  expect(shownVariant(running, live)).toEqual(live);
  const over = { text: '```\nFresh bread\n```', state: 'failed', reason: 'no' } as const;
  expect(shownVariant(running, over)).toEqual(over);
});

it('shownVariant shows a finished text as the server stores it once that is loaded', () => {
  expect(shownVariant(ended, { ...ended, text: '"Fresh bread"' })).toEqual(ended);
});

it('shownVariant keeps showing a continued text until more has arrived', () => {
  const again = { text: '', state: 'queued', reason: null } as const;
  expect(shownVariant({ ...ended, state: 'stopped' }, again)).toEqual({
    ...again,
    text: ended.text,
  });
});

it('dividedPosts splits a thread into its posts, whatever the line breaks, even while it grows', () => {
  expect(dividedPosts('One\r\n---\r\nTwo\n\n ---\nThree --- no\n---')).toEqual([
    'One',
    'Two',
    'Three --- no',
  ]);
  expect(dividedPosts('')).toEqual([]);
});

it('markdownOf keeps the line above a divider from becoming a heading', () => {
  expect(renderMarkdown(markdownOf('Subject: One\n---\nSubject: Two'))).toBe(
    renderMarkdown('Subject: One\n\n---\nSubject: Two'),
  );
  expect(markdownOf('One\n---\nTwo')).toBe('One\n\n---\nTwo');
});

it('markdownOf and dividedPosts keep every word of a text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '-', '\n', ' ', '#') }), (text) => {
      expect(markdownOf(text).replace(/\n+/g, '\n')).toBe(text.replace(/\n+/g, '\n'));
      expect(dividedPosts(text).join('').replace(/\s/g, '').length).toBeLessThanOrEqual(
        text.length,
      );
    }),
  );
});

it('nameOfVariant numbers variants, and names those of a campaign by their format', () => {
  expect(nameOfVariant('variants', { formatId: 'x-post', position: 2 })).toBe('Variant 3');
  expect(nameOfVariant('campaign', { formatId: 'x-post', position: 0 })).toBe('X post');
  expect(nameOfVariant('campaign', { formatId: 'x-post', position: 1 })).toBe('X post 2');
  expect(contentsWords('campaign', ['x-post', 'faq'])).toBe('Campaign: X post, FAQ');
});

it('titleToSave is the topic, and names the variant once another one of its brief is saved', () => {
  const variant = (position: number, saved = false) =>
    ({
      id: String(position),
      formatId: 'x-post',
      position,
      saved: saved ? { id: 'a', category: 'social', current: true } : null,
    }) as VariantView;
  const brief = (kind: 'variants' | 'campaign', results: VariantView[]) => ({
    kind,
    title: 'Rye bread',
    results,
  });
  const [first, second] = [variant(0), variant(1)];
  expect(titleToSave(brief('variants', [first, second]), second)).toBe('Rye bread');
  // The same variant saved again after an edit.
  expect(titleToSave(brief('variants', [variant(0, true)]), first)).toBe('Rye bread');
  expect(titleToSave(brief('variants', [variant(0, true), second]), second)).toBe(
    'Rye bread (Variant 2)',
  );
  expect(titleToSave(brief('campaign', [first]), first)).toBe('Rye bread (X post)');
});

it('variantEndText says why a text is incomplete and what became of it', () => {
  expect(variantEndText('done', null, false)).toBeNull();
  expect(variantEndText('streaming', null, false)).toBeNull();
  expect(variantEndText('stopped', null, true)).toEqual({
    text: briefTexts.stoppedEmpty,
    detail: null,
  });
  expect(variantEndText('interrupted', null, false)?.text).toBe(briefTexts.interrupted);
  expect(variantEndText('failed', 'the provider is busy', false)).toEqual({
    text: briefTexts.failed,
    detail: 'The provider is busy.',
  });
  expect(variantEndText('failed', null, true)?.detail).toBe(briefTexts.brokeOff);
});
