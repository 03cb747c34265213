import { describe, expect, it } from 'vitest';

import { STYLES } from '../media';
import { promptText } from './prompt-text';

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
