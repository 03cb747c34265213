import { expect, it } from 'vitest';

import { briefTexts } from '../texts';
import { contentsWords, endWords, pieceName } from './piece-words';

it('calls variants by number, and the pieces of a campaign by what they are', () => {
  expect(pieceName('variants', { formatId: 'x-post', position: 2 })).toBe('Variant 3');
  expect(pieceName('campaign', { formatId: 'x-post', position: 0 })).toBe('X post');
  expect(pieceName('campaign', { formatId: 'x-post', position: 1 })).toBe('X post 2');
  expect(contentsWords('campaign', ['x-post', 'faq'])).toBe('Campaign: X post, FAQ');
});

it('says why a text is not whole, and what became of it', () => {
  expect(endWords('done', null, false)).toBeNull();
  expect(endWords('streaming', null, false)).toBeNull();
  expect(endWords('stopped', null, true)).toEqual({
    text: briefTexts.stoppedEmpty,
    detail: null,
  });
  expect(endWords('interrupted', null, false)?.text).toBe(briefTexts.interrupted);
  expect(endWords('failed', 'the provider is busy', false)).toEqual({
    text: briefTexts.failed,
    detail: 'The provider is busy.',
  });
  expect(endWords('failed', null, true)?.detail).toBe(briefTexts.brokeOff);
});
