import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type Figure, figuresIn, FigureSet } from './figures';

const shown = (text: string) =>
  figuresIn(text).map(({ start, end, kind }) => [text.slice(start, end), kind]);

/** Whether the only figure of a text occurs in a source. */
function occurs(said: string, source: string): boolean {
  const [figure, ...others] = figuresIn(said);
  if (!figure || others.length > 0) throw new Error(`not one figure: ${said}`);
  return new FigureSet(figuresIn(source)).has(figure);
}

test.each([
  ['Rye for 18 €.', [['18 €', 'money']]],
  [
    'Rye for €18, or US$ 20.',
    [
      ['€18', 'money'],
      ['US$ 20', 'money'],
    ],
  ],
  [
    'Brezeln für 1,- € und 45 Cent',
    [
      ['1,- €', 'money'],
      ['45 Cent', 'money'],
    ],
  ],
  [
    '100% rye, 70 Prozent Wasser',
    [
      ['100%', 'percent'],
      ['70 Prozent', 'percent'],
    ],
  ],
  [
    'A 24-hour rest and 1.5 kg of flour',
    [
      ['24-hour', 'amount'],
      ['1.5 kg', 'amount'],
    ],
  ],
  [
    'On May 3, 2026, and on 24 December',
    [
      ['May 3, 2026', 'date'],
      ['24 December', 'date'],
    ],
  ],
  [
    'Am 3. Mai und vom 24.12. bis zum 6.1.',
    [
      ['3. Mai', 'date'],
      ['24.12.', 'date'],
      ['6.1.', 'date'],
    ],
  ],
  ['It costs 4.5. Come by.', [['4.5', 'number']]],
  [
    '2026-05-03 and 14.06.2026',
    [
      ['2026-05-03', 'date'],
      ['14.06.2026', 'date'],
    ],
  ],
  [
    '6:30 am to 6 pm, 18 Uhr',
    [
      ['6:30 am', 'time'],
      ['6 pm', 'time'],
      ['18 Uhr', 'time'],
    ],
  ],
  [
    '7–13 Uhr, 18–20 €',
    [
      ['7', 'time'],
      ['13 Uhr', 'time'],
      ['18', 'money'],
      ['20 €', 'money'],
    ],
  ],
  ['Since 1948', [['1948', 'year']]],
  ['You may 5 times', [['5', 'number']]],
  ['A4, #5, DE-006, /42', []],
] as [string, [string, Figure['kind']][]][])('reads the figures of “%s”', (text, figures) => {
  expect(shown(text)).toEqual(figures);
});

test.each([
  ['18 €', '€18'],
  ['18 euros', '18,00 EUR'],
  ['1.200 € für ein Büro und die Küche', 'from €1,200 for the office'],
  ['1200 EUR', '1.200,00 €'],
  ['€1,200', '1’200 EUR'],
  ['45 Cent', '0,45 €'],
  ['1.5 kg', '1500 g'],
  ['0,75 l', '750 ml'],
  ['90 minutes', '1.5 hours'],
  ['90 %', '90 percent'],
  ['6:30 am', '6.30 Uhr'],
  ['6 pm', '18:00'],
  ['7 Uhr', '7:00 to 13:00'],
  ['December 24', 'vom 24.12. an'],
  ['3. Mai 2026', '5/3/2026'],
  ['€8.20', 'Price in €\nRye 8.20'],
])('“%s” is the same figure as in “%s”', (said, source) => {
  expect(occurs(said, source)).toBe(true);
});

test.each([
  ['€18', '€19'],
  ['$18', '€18'],
  ['18 €', '18 %'],
  ['1.200 € für ein Büro und die Küche', '1,2 €'],
  ['€1.20', 'from €1,200 for the office'],
  ['45 Cent', '45 €'],
  ['1.5 kg', '1.5 g'],
  ['6 pm', '6 am'],
  ['7 pm', '7:00 to 13:00'],
  ['May 3, 2026', 'May 3, 2025'],
  ['December 24', '24.11.2026'],
  ['6 pm', 'Rye 6'],
])('“%s” is another figure than in “%s”', (said, source) => {
  expect(occurs(said, source)).toBe(false);
});

/** How English and German write a number with two decimals. */
function written(cents: number, group: string, decimal: string): string {
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(?:\d{3})+$)/g, group);
  return `${whole}${decimal}${String(cents % 100).padStart(2, '0')}`;
}

const price = fc.integer({ min: 1, max: 99_999_999 });
const notations = (cents: number) => {
  const english = written(cents, ',', '.');
  const german = written(cents, '.', ',');
  const plain = written(cents, '', '.');
  return [
    `€${english}`,
    `${german} €`,
    `EUR ${german}`,
    `${english} euros`,
    `${plain}€`,
    `${german} Euro`,
  ];
};

test('a price is the same in whatever notation, and another price is another one', () => {
  fc.assert(
    fc.property(price, price, fc.nat(5), fc.nat(5), (cents, other, one, two) => {
      const said = notations(cents)[one]!;
      expect(occurs(said, `Bread ${notations(cents)[two]!} a loaf`)).toBe(true);
      expect(occurs(said, `Bread ${notations(other)[two]!} a loaf`)).toBe(cents === other);
    }),
  );
});

test('a whole number with its thousands is read by the words around it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_000, max: 999_999 }), (value) => {
      const english = `It is ${value.toLocaleString('en-US')} kg of flour for the bread`;
      const german = `Es sind ${value.toLocaleString('de-DE')} kg Mehl für das Brot`;
      expect(occurs(english, german)).toBe(true);
      expect(occurs(german, `${value} kg`)).toBe(true);
      expect(occurs(german, `That is ${value / 1_000} kg of the flour`)).toBe(false);
    }),
  );
});

test('whatever a text has, its figures are in order, within it, and have a number each', () => {
  const parts = fc.constantFrom(
    '€',
    '1',
    '.',
    ',',
    ' ',
    'am',
    'May',
    ':',
    '–',
    '%',
    'Uhr',
    '\n',
    '20',
    'g',
    'ü',
  );
  const text = fc.array(fc.oneof(parts, fc.string()), { maxLength: 40 }).map((all) => all.join(''));
  fc.assert(
    fc.property(text, (typed) => {
      let last = 0;
      for (const { start, end, values } of figuresIn(typed)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        expect(/\d/.test(typed.slice(start, end))).toBe(true);
        expect(values.length).toBeGreaterThan(0);
        expect(values.every(Number.isFinite)).toBe(true);
        last = end;
      }
      expect(last).toBeLessThanOrEqual(typed.length);
    }),
  );
});
