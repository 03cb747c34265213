import { describe, expect, it } from 'vitest';

import { BRIEF_LIMITS } from './brief';
import { knownFields } from './known-fields';

const NOTHING = { idealCustomer: '', callToAction: '', brandVoice: '' };

describe('what a profile knows of a brief', () => {
  it('is its ideal customer, call to action, and voice, each on one line', () => {
    expect(
      knownFields({
        idealCustomer: ' Families\nnearby ',
        callToAction: 'Come by.',
        brandVoice: 'Warm.\r\n\r\nShort sentences.',
      }),
    ).toEqual({
      audience: 'Families nearby',
      callToAction: 'Come by.',
      tone: 'Warm. Short sentences.',
    });
  });

  it('leaves out what is empty', () => {
    expect(knownFields({ ...NOTHING, brandVoice: ' \n ' })).toEqual({});
  });

  it('keeps whole sentences of a text that is too long for its field', () => {
    const brandVoice = `Warm and dry. We say “bread.” ${'And so on '.repeat(40)}`;
    expect(knownFields({ ...NOTHING, brandVoice })).toEqual({ tone: 'Warm and dry.' });
  });

  it.each(['word '.repeat(8_000), '😀'.repeat(10_000), 'x'.repeat(20_000)])(
    'fits its field whatever the text is',
    (text) => {
      const { tone = '' } = knownFields({ ...NOTHING, brandVoice: text });
      expect([...tone].length).toBeLessThanOrEqual(BRIEF_LIMITS.tone);
      expect(tone).toMatch(/…$/u);
      expect(tone.isWellFormed()).toBe(true);
    },
  );
});
