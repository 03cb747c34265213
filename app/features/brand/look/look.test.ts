import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { contrastOf, MIN_CONTRAST } from './color';
import { cleanLook } from './clean-look';
import {
  EMPTY_LOOK,
  isEmptyLook,
  LOOK_COLORS,
  LOOK_FONTS,
  lookProblem,
  lookSentence,
  lookValues,
  MAX_FONT,
} from './look';
import { fontStack, themeOf } from './theme';

const color = fc.oneof(
  fc.constant(''),
  fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`),
);
const font = fc.oneof(fc.constant(''), fc.string({ maxLength: MAX_FONT }));
const look = fc.record({
  primaryColor: color,
  secondaryColor: color,
  accentColor: color,
  backgroundColor: color,
  textColor: color,
  headingFont: font,
  bodyFont: font,
});

describe('what is typed into a look', () => {
  it('is stored as it is drawn: colors as #rrggbb, fonts on one line', () => {
    expect(cleanLook({ primaryColor: ' ABC ', headingFont: '  Open\n Sans ' })).toEqual({
      primaryColor: '#aabbcc',
      headingFont: 'Open Sans',
    });
    expect(cleanLook({ accentColor: ' ', bodyFont: '' })).toEqual({
      accentColor: '',
      bodyFont: '',
    });
  });

  it('is refused with what to do, when a color isn’t one or a font is too long', () => {
    expect(() => cleanLook({ primaryColor: 'reddish' })).toThrow('Primary: Use a hex color');
    expect(() => cleanLook({ bodyFont: 'x'.repeat(MAX_FONT + 1) })).toThrow('Body font: Use up to');
    expect(lookProblem('bodyFont', 'x'.repeat(MAX_FONT))).toBeNull();
    expect(lookProblem('primaryColor', '')).toBeNull();
  });
});

test('a stored color that isn’t one counts as none', () => {
  const stored = { ...EMPTY_LOOK, primaryColor: '#fff;}', accentColor: '#0A66C2' };
  expect(lookValues(stored)).toEqual({ ...EMPTY_LOOK, accentColor: '#0a66c2' });
});

describe('the sentence about a look in prompts', () => {
  it('names the colors by name and number, in their order, and then the fonts', () => {
    const bakery = {
      ...EMPTY_LOOK,
      accentColor: '#c8641b',
      primaryColor: '#1f5f4a',
      headingFont: 'Fraunces',
      bodyFont: 'Figtree',
    };
    expect(lookSentence(bakery)).toBe(
      'Look: keep to a palette of dark green (#1f5f4a, primary), orange (#c8641b, accent); choose a style that suits the typefaces Fraunces and Figtree.',
    );
    expect(lookSentence({ ...EMPTY_LOOK, headingFont: 'Lora', bodyFont: 'Lora' })).toBe(
      'Look: choose a style that suits the typeface Lora.',
    );
    expect(lookSentence(EMPTY_LOOK)).toBe('');
  });

  it('is always the same for the same look, and short', () => {
    fc.assert(
      fc.property(look, (values) => {
        const sentence = lookSentence(values);
        const reordered = Object.fromEntries(Object.entries(values).toReversed());
        expect(lookSentence(reordered as typeof values)).toBe(sentence);
        expect(sentence.length).toBeLessThan(500);
        expect(sentence === '').toBe(isEmptyLook(values));
      }),
    );
  });
});

describe('a theme', () => {
  it('is there as soon as anything was chosen', () => {
    expect(themeOf(EMPTY_LOOK)).toBeNull();
    for (const text of LOOK_COLORS) {
      expect(themeOf({ ...EMPTY_LOOK, [text]: '#336699' })).not.toBeNull();
    }
    for (const text of LOOK_FONTS)
      expect(themeOf({ ...EMPTY_LOOK, [text]: 'Lora' })).not.toBeNull();
  });

  it('can be read, whatever colors were chosen', () => {
    fc.assert(
      fc.property(look, (values) => {
        const theme = themeOf(values);
        if (!theme) return;
        const pairs = [
          ...[theme.ink, theme.soft, theme.heading, theme.actionInk].map((text) => [
            text,
            theme.paper,
          ]),
          ...[theme.ink, theme.soft, theme.heading, theme.actionInk].map((text) => [
            text,
            theme.tint,
          ]),
          [theme.onBrand, theme.brand],
          [theme.onAction, theme.action],
        ] as [string, string][];
        for (const [text, surface] of pairs) {
          expect(contrastOf(text, surface)).toBeGreaterThanOrEqual(MIN_CONTRAST);
        }
      }),
    );
  });
});

describe('a font', () => {
  it('is followed by one of its kind', () => {
    expect(fontStack('Playfair Display')).toMatch(/^"Playfair Display", .*serif$/);
    expect(fontStack('Playfair Display')).not.toMatch(/sans-serif$/);
    expect(fontStack('Open Sans')).toMatch(/sans-serif$/);
    expect(fontStack('IBM Plex Mono')).toMatch(/monospace$/);
    expect(fontStack('')).toMatch(/sans-serif$/);
  });

  it('can’t end its place in a style sheet, whatever its name', () => {
    expect(fontStack('x";}</style><script>')).toMatch(/^"xstylescript", /);
    fc.assert(
      fc.property(fc.string(), (name) => {
        const [own] = fontStack(name).split(', ');
        expect(own).toMatch(/^"[\p{L}\p{N} _-]+"$|^ui-sans-serif$|^Georgia$|^ui-monospace$/u);
      }),
    );
  });
});
