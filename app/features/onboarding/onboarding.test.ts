import { describe, expect, test } from 'vitest';

import { firstBrief, firstImagePrompt, nextStep } from './onboarding';

const brand = { id: 'p', name: 'Rye & Shine' };

describe('the brief of the first posts', () => {
  test('has the business’s own words, so that posts are in its language', () => {
    const { fields } = firstBrief(brand, { whatYouDo: 'Wir backen Brot.\nVon Hand.' });
    expect(fields.topic).toBe('Rye & Shine: Wir backen Brot. Von Hand.');
    expect(fields.language).toBe('');
  });

  test.each([
    [{ whatYouDo: ' ', offering: 'Bread.' }, 'Rye & Shine: Bread.'],
    [{}, 'Rye & Shine'],
    [{ brandVoice: 'Dry.' }, 'Rye & Shine'],
  ])('makes do with %j', (texts, topic) => {
    expect(firstBrief(brand, texts).fields.topic).toBe(topic);
  });

  test('cuts long texts after a word, and never within a character', () => {
    const { topic } = firstBrief(brand, { whatYouDo: '😀'.repeat(5_000) }).fields;
    expect([...topic].length).toBeLessThan(450);
    expect(topic.isWellFormed()).toBe(true);
    expect(firstImagePrompt('A', { whatYouDo: 'word '.repeat(1_000) })).toMatch(/ word…$/);
  });
});

test.each([
  [null, null, '/welcome'],
  [{ ...brand, version: 1, look: null }, null, '/welcome/brand'],
  [{ ...brand, version: 1, look: null }, 'b', '/welcome/posts'],
])('someone with %j and the brief %j continues at %s', (profile, briefId, path) => {
  expect(nextStep({ profile, briefId })).toBe(path);
});
