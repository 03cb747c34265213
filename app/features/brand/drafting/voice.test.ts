import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { checkTraits, findQuote, voiceText, withTrait } from './voice';

const SAMPLES = [
  'Good morning!\n\nThe oven was on at three. It’s rye today.',
  'We don’t do discounts — we do “bread”… and a good one.',
];

describe('findQuote', () => {
  it.each([
    ['The oven was on at three.', 0],
    ['the oven was\n on at THREE', 0],
    ["It's rye today", 0],
    ['we do "bread"... and a good one', 1],
    ['We don’t do discounts - we do', 1],
    ['The oven … rye today', 0],
    ['...was on at three...', 0],
  ])('finds %s', (quote, index) => {
    expect(findQuote(quote, SAMPLES)).toBe(index);
  });

  it.each([
    ['The oven was off'],
    ['rye today … The oven'],
    ['Good morning! We don’t do discounts'],
    ['a'],
    ['…'],
    ['"!?"'],
    [''],
  ])('does not find %s', (quote) => {
    expect(findQuote(quote, SAMPLES)).toBeNull();
  });

  it('finds any copied passage', () => {
    const copied = fc.stringMatching(/^[A-Za-z’“”—!? ]{0,20}$/).map((text) => `Word${text}`);
    fc.assert(
      fc.property(fc.string(), copied, fc.string(), (before, quote, after) => {
        expect(findQuote(quote, ['Another.', `${before}${quote}${after}`])).not.toBeNull();
      }),
    );
  });

  it('never throws', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'Σ', ' ', '\n', '…', '.', '“', "'", '\ud83e', '\0', 'ﬁ'),
    });
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 3 }), (quote, samples) => {
        expect(findQuote(quote, samples) ?? 0).toBeLessThan(Math.max(1, samples.length));
      }),
    );
  });
});

describe('the voice', () => {
  const material = { about: 'We bake in Lindau.', samples: SAMPLES };
  const [dry, plain, vain] = checkTraits(
    [
      { trait: 'Dry', quote: 'The oven was on at three' },
      { trait: 'Plain', quote: 'We do “bread”' },
      { trait: 'Vain', quote: 'The best bread in the world' },
    ],
    material,
  );

  it('names the source of each quote', () => {
    expect(dry!.source).toBe('Sample 1');
    expect(plain!.source).toBe('Sample 2');
    expect(vain!.source).toBeNull();
    const own = { trait: 'Plain', quote: 'we bake in Lindau' };
    expect(checkTraits([own], material)[0]!.source).toBeNull();
    expect(checkTraits([own], { ...material, samples: [] })[0]!.source).toBe(
      'Your text about the business',
    );
  });

  it('quotes only what was written', () => {
    expect(voiceText('Warm.', [dry!, vain!])).toBe(
      'Warm.\n\n- Dry, as in “The oven was on at three”\n- Vain',
    );
    expect(voiceText(undefined, [dry!])).toBe('- Dry, as in “The oven was on at three”');
    expect(voiceText('Warm.', [])).toBe('Warm.');
  });

  it('adds a trait to an edited text and removes it again, leaving the rest alone', () => {
    const edited = 'Mine.\n\n- Dry, as in “The oven was on at three”';
    const more = withTrait(edited, plain!, true);
    expect(more).toBe(`${edited}\n- Plain, as in “We do “bread””`);
    expect(withTrait(more, plain!, true)).toBe(more);
    expect(withTrait(more, plain!, false)).toBe(edited);
    expect(withTrait('', plain!, true)).toBe('- Plain, as in “We do “bread””');
  });
});
