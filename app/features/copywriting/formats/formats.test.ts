import { expect, it } from 'vitest';

import { CATEGORY_IDS } from './categories';
import { CAMPAIGN_FORMATS, formatById, FORMATS, formatsOf } from './formats';

it('every category has its formats, each once', () => {
  expect(
    Object.fromEntries(CATEGORY_IDS.map((id) => [id, formatsOf(id).map(({ id }) => id)])),
  ).toEqual({
    social: ['linkedin-post', 'x-post', 'instagram-caption', 'facebook-post', 'thread'],
    longform: ['article', 'case-study', 'newsletter'],
    landing: ['hero', 'features', 'pricing', 'faq', 'landing-page'],
    email: ['cold-email', 'welcome-sequence', 'promotion', 'follow-up'],
  });
  expect(new Set(FORMATS.map(({ id }) => id)).size).toBe(FORMATS.length);
});

it('formatById finds a format by its id, and nothing by anything else', () => {
  expect(formatById('x-post')?.name).toBe('X post');
  expect(formatById('toString')).toBeUndefined();
  expect(formatById(null)).toBeUndefined();
});

it('a campaign has formats of every category', () => {
  const categories = CAMPAIGN_FORMATS.map((id) => formatById(id)?.category);
  expect(new Set(categories)).toEqual(new Set(CATEGORY_IDS));
});
