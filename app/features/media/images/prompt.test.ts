import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { brandText, promptText } from './prompt';
import { STYLES } from '../media';

describe('what of a brand goes into a prompt', () => {
  it('is nothing when nothing is filled in', () => {
    expect(brandText('Crumb', {})).toBe('');
    expect(brandText('Crumb', { brandVoice: ' \n ' })).toBe('');
  });

  it('names the brand and what is filled in, each on a line', () => {
    expect(brandText('Crumb', { brandVoice: 'Warm,\nnever loud.', whatYouDo: 'We bake.' })).toBe(
      'Brand: Crumb\nWhat they do: We bake.\nVoice and mood: Warm, never loud.',
    );
  });

  it('ends a long text with a sentence, else with a word', () => {
    const sentences = `${'We bake bread every day. '.repeat(20)}`;
    expect(brandText('C', { whatYouDo: sentences })).toMatch(/day\.$/);
    expect(brandText('C', { whatYouDo: 'rye '.repeat(200) })).toMatch(/rye…$/);
  });

  it('stays short and whole whatever is written', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', ' ', '. ', '🥖', '\ud83e', '\n', '!'), { maxLength: 900 }),
        (parts) => {
          const text = parts.join('');
          const made = brandText('C', { whatYouDo: text, brandVoice: text, offering: text });
          expect([...made].length).toBeLessThan(1_000);
          expect(made.isWellFormed() || !text.isWellFormed()).toBe(true);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('the prompt that a provider gets', () => {
  it('is the person’s own words when nothing else is chosen', () => {
    expect(promptText({ prompt: '  A loaf of rye ', brandText: ' ' })).toBe('A loaf of rye');
    expect(promptText({ prompt: 'A loaf', style: 'none', brandText: '' })).toBe('A loaf');
  });

  it('has the style after the words, and the brand last', () => {
    const text = promptText({
      prompt: 'A loaf',
      style: 'watercolour',
      brandText: 'Warm and rustic.',
    });
    expect(text).toMatch(/^A loaf\n\nStyle: .*watercolour.*\n\nIt is for the brand/);
    expect(text).toMatch(/\nWarm and rustic\.$/);
  });

  it('differs from style to style', () => {
    const texts = STYLES.map((style) => promptText({ prompt: 'A loaf', style, brandText: '' }));
    expect(new Set(texts).size).toBe(STYLES.length);
  });
});
