import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { brandText, promptText } from './prompt';
import { STYLES } from '../media';

describe('the brand text of a prompt', () => {
  it('is empty when none of the fields is filled in', () => {
    expect(brandText('Crumb', {})).toBe('');
    expect(brandText('Crumb', { brandVoice: ' \n ' })).toBe('');
  });

  it('names the brand and each filled-in field on a line', () => {
    expect(brandText('Crumb', { brandVoice: 'Warm,\nnever loud.', whatYouDo: 'We bake.' })).toBe(
      'Brand: Crumb\nWhat they do: We bake.\nVoice and mood: Warm, never loud.',
    );
  });

  it('ends with the look, and is there for a look alone', () => {
    const look = 'Look: keep to a palette of blue (#0a66c2, primary).';
    expect(brandText('Crumb', { whatYouDo: 'We bake.' }, look)).toBe(
      `Brand: Crumb\nWhat they do: We bake.\n${look}`,
    );
    expect(brandText('Crumb', {}, look)).toBe(`Brand: Crumb\n${look}`);
  });

  it('cuts a long field after a sentence, else after a word', () => {
    const sentences = `${'We bake bread every day. '.repeat(20)}`;
    expect(brandText('C', { whatYouDo: sentences })).toMatch(/day\.$/);
    expect(brandText('C', { whatYouDo: 'rye '.repeat(200) })).toMatch(/rye…$/);
  });

  it('stays short and well-formed, whatever the fields hold', () => {
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
  it('is the person’s prompt when there is no style and no brand', () => {
    expect(promptText({ prompt: '  A loaf of rye ', brandText: ' ' })).toBe('A loaf of rye');
    expect(promptText({ prompt: 'A loaf', style: 'none', brandText: '' })).toBe('A loaf');
  });

  it('has the style after the person’s prompt, and the brand last', () => {
    const text = promptText({
      prompt: 'A loaf',
      style: 'watercolour',
      brandText: 'Warm and rustic.',
    });
    expect(text).toMatch(/^A loaf\n\nStyle: .*watercolor .*\n\nIt is for the brand/);
    expect(text).toMatch(/\nWarm and rustic\.$/);
  });

  it('has the text that the image is for after the person’s prompt, with a request not to write it', () => {
    const text = promptText({
      ...{ prompt: 'An image for this', subjectText: 'Our rye is back!' },
      ...{ style: 'photo', brandText: '' },
    });
    expect(text).toMatch(
      /^An image for this\n\nIt is for this text; .*:\nOur rye is back!\n\nStyle:/,
    );
  });

  it('is different for each style', () => {
    const texts = STYLES.map((style) => promptText({ prompt: 'A loaf', style, brandText: '' }));
    expect(new Set(texts).size).toBe(STYLES.length);
  });
});
