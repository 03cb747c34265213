import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import {
  BLACK,
  colorName,
  contrastOf,
  legible,
  MIN_CONTRAST,
  mix,
  parseHex,
  readableOn,
  WHITE,
} from './color';

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);

test.each([
  ['#1F5F4A', '#1f5f4a'],
  ['1f5f4a', '#1f5f4a'],
  [' #abc ', '#aabbcc'],
  ['ABC', '#aabbcc'],
  ['', null],
  ['#', null],
  ['#12', null],
  ['#1234', null],
  ['#12345', null],
  ['#1234567', null],
  ['#12345g', null],
  ['red', null],
  ['#fff;background:url(x)', null],
  ['#fff\n#000', null],
])('%j typed as a color is stored as %j', (typed, stored) => {
  expect(parseHex(typed)).toBe(stored);
});

it('stores nothing but six digits behind a #, whatever is typed', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), color, fc.stringMatching(/^#?[0-9a-fA-F]{0,8}$/)),
      (typed) => {
        const stored = parseHex(typed);
        expect(stored === null || /^#[0-9a-f]{6}$/.test(stored)).toBe(true);
        expect(stored === null || parseHex(stored) === stored).toBe(true);
      },
    ),
  );
});

describe('contrast', () => {
  it('is that of WCAG', () => {
    expect(contrastOf(BLACK, WHITE)).toBeCloseTo(21);
    expect(contrastOf('#777777', WHITE)).toBeCloseTo(4.48, 2);
    expect(contrastOf(WHITE, '#777777')).toBe(contrastOf('#777777', WHITE));
  });

  it('is enough on every color for what is written on it', () => {
    fc.assert(
      fc.property(color, (surface) => {
        expect(contrastOf(readableOn(surface), surface)).toBeGreaterThanOrEqual(MIN_CONTRAST);
      }),
    );
  });

  it('is enough for every color as text on any other, and the color stays as it is where it was', () => {
    fc.assert(
      fc.property(color, color, (text, paper) => {
        const shade = legible(text, paper);
        expect(contrastOf(shade, paper)).toBeGreaterThanOrEqual(MIN_CONTRAST);
        if (contrastOf(text, paper) >= MIN_CONTRAST) expect(shade).toBe(text);
      }),
    );
  });
});

test('two colors are mixed by their shares', () => {
  expect(mix(BLACK, WHITE, 0.5)).toBe('#808080');
  expect(mix('#102030', WHITE, 0)).toBe('#102030');
  expect(mix('#102030', WHITE, 1)).toBe(WHITE);
});

test.each([
  ['#000000', 'black'],
  ['#ffffff', 'white'],
  ['#fff8ee', 'cream'],
  ['#808080', 'gray'],
  ['#d9482b', 'red'],
  ['#c8641b', 'orange'],
  ['#8a3b12', 'brown'],
  ['#e9c98f', 'beige'],
  ['#33211a', 'dark brown'],
  ['#8b0000', 'dark red'],
  ['#f2c230', 'orange'],
  ['#1f5f4a', 'dark green'],
  ['#14555a', 'dark teal'],
  ['#bfe0d8', 'pale teal'],
  ['#0a66c2', 'blue'],
  ['#6b3fa0', 'purple'],
  ['#f9a8d4', 'pale pink'],
])('%s is called %s', (hex, name) => {
  expect(colorName(hex)).toBe(name);
});

it('has a short name for every color', () => {
  fc.assert(
    fc.property(color, (hex) => {
      expect(colorName(hex)).toMatch(/^[a-z-]{3,9}( [a-z]{3,7})?$/);
    }),
  );
});
