import { expect, test } from 'vitest';

import { cpuMs, slowness } from '../../../../../tests/harness/cpu-time';
import { checkVoice, type VoiceCheckOptions } from '../check/check-voice';
import type { VoiceRule } from '../rule';
import type { CitedPassage } from './cited';
import { FACTS_RULE } from './facts-rule';

const PRICES: CitedPassage = {
  number: 1,
  title: 'Price list',
  address: '/profiles/p/sources/s?chunk=c',
  passage: 'Rye loaf: €8.20\nPlum cake, a slice: €4.50\nSold in 3 shops. Certified organic.',
  whole: true,
};

function check(text: string, rules: VoiceRule[] = [], more: Partial<VoiceCheckOptions> = {}) {
  return checkVoice(text, rules, {
    formatId: null,
    facts: { cited: [PRICES], given: '' },
    ...more,
  });
}
const found = (text: string, ...more: [VoiceRule[]?, Partial<VoiceCheckOptions>?]) =>
  check(text, ...more).findings.map(({ quote, message }) => `${quote}: ${message}`);
const UNSOURCED = 'This needs a source.';

test('a brand without sources has neither findings nor a score for its facts', () => {
  expect(check('Rye costs €9.', [], { facts: null })).toEqual({ findings: [], scores: [] });
  expect(check('Rye costs €9.', [FACTS_RULE], { facts: null })).toEqual({
    findings: [],
    scores: [],
  });
});

test('a figure that the cited passage doesn’t have is a mistake that quotes the line and opens the source', () => {
  const { findings, scores } = check('Our rye loaf costs €7.90 [1]. Plum cake is 4,50 € [1].');
  expect(findings).toMatchObject([
    {
      kind: 'facts',
      severity: 'must',
      quote: '€7.90',
      message: 'The source says “€8.20”.',
      reason: 'Price list: “Rye loaf: €8.20”',
      source: { title: 'Price list', address: PRICES.address },
      fix: null,
    },
  ]);
  expect(scores).toEqual([
    { dimension: 'sources', value: 50, counts: '1 of 2 statements agrees with a source.' },
  ]);
  expect(found('Delivery is €3 [1].')).toEqual(['€3: The source doesn’t say this.']);
});

test('of several figures in one line of the source, the one that is named there is quoted', () => {
  const passage = 'Rye loaf, one kilogram: 8.20 EUR. Plum cake, a slice: 4.50 EUR. Roll: 1 EUR.';
  const facts = { cited: [{ ...PRICES, passage }], given: '' };
  expect(found('Plum cake costs €5 a slice [1].', [], { facts })).toEqual([
    '€5: The source says “4.50 EUR”.',
  ]);
  expect(found('A rye loaf costs €5 [1].', [], { facts })).toEqual([
    '€5: The source says “8.20 EUR”.',
  ]);
});

test('a figure of the passage that stands there for something else is a mistake, if the passage has the right one', () => {
  expect(found('A slice of plum cake is €8.20 [1].')).toEqual(['€8.20: The source says “€4.50”.']);
  expect(found('Rye for €4.50, plum cakes for €8.20 [1].')).toEqual([
    '€4.50: The source says “€8.20”.',
    '€8.20: The source says “€4.50”.',
  ]);
  for (const text of [
    'A treat for €8.20 [1].',
    'Our plum cake and our rye loaf cost €8.20 or less [1].',
    'Rye loaf or plum cake for €4.50 [1].',
  ]) {
    expect(found(text), text).toEqual([]);
  }
  const facts = { cited: [{ ...PRICES, whole: false }], given: '' };
  expect(found('A slice of plum cake is €8.20 [1].', [], { facts })).toEqual([]);
  const brief = { cited: [PRICES], given: 'Plum cake for €8.20' };
  expect(found('A slice of plum cake is €8.20 [1].', [], { facts: brief })).toEqual([]);
});

test('a passage that isn’t there as a whole, or an unknown number, proves no figure wrong', () => {
  const facts = { cited: [{ ...PRICES, whole: false }], given: '' };
  expect(found('Rye costs €7.90 [1].', [], { facts })).toEqual([]);
  expect(found('Rye costs €7.90 [1, 7].')).toEqual([]);
  expect(found('Rye costs €7.90 [7].')).toEqual([]);
});

test('a statement without a citation is a suggestion, once for its sentence', () => {
  const text = 'Open 8:00–18:00 since 1948, for 5 €. Come by!';
  expect(check(text).findings).toMatchObject([
    {
      severity: 'could',
      quote: '8:00–18:00 since 1948, for 5 €',
      message: UNSOURCED,
      reason: 'It has a time, a year and a price.',
      source: null,
    },
  ]);
  expect(found('The best bread in town.')).toEqual([`The best bread in town: ${UNSOURCED}`]);
});

test('what the text cites elsewhere, or the person wrote in the brief, needs no citation', () => {
  expect(found('Rye is €8.20. See our prices [1].')).toEqual([]);
  expect(found('Rye is €8.20.')).toEqual([`€8.20: ${UNSOURCED}`]);
  expect(found('Our flour is certified organic. Prices: [1].')).toEqual([]);
  const facts = { cited: [PRICES], given: 'Summer sale, rye for 7,90 EUR' };
  expect(found('Rye is €7.90.', [], { facts })).toEqual([]);
  expect(found('Rye is €7.90 [1].', [], { facts })).toEqual([]);
});

test('questions, quotes, code, offers, and what a sentence takes back state nothing', () => {
  for (const text of [
    'Looking for a gift under €20?',
    '“I paid €12,” says Anna.',
    'Use `€5` at checkout.',
    'Get 20% off.',
    'No loaf is guaranteed to last.',
    'Rye costs €9, according to the guild.',
    'Rye costs €9 ([guild](https://example.com)).',
  ]) {
    expect(found(text), text).toEqual([]);
  }
  expect(found('Did you know rye costs €9?')).toEqual([`€9: ${UNSOURCED}`]);
});

test('ignoring a figure without a source doesn’t ignore it beside a source that says otherwise', () => {
  const [open] = check('Rye is €7.90.').findings;
  const [wrong] = check('Rye is €7.90 [1].').findings;
  const text = 'Rye is €7.90. Rye is €7.90 [1].';
  expect(found(text)).toHaveLength(2);
  expect(found(text, [], { ignored: [open!.key] })).toEqual(['€7.90: The source says “€8.20”.']);
  expect(found(text, [], { ignored: [open!.key, wrong!.key] })).toEqual([]);
});

test('an exception, a severity, a reason, and formats of the brand’s own rule count', () => {
  const text = 'Rye is €9, cake is €5.';
  const own: VoiceRule = { ...FACTS_RULE, severity: 'should', reason: 'Prices change.' };
  expect(check(text, [own]).findings).toMatchObject([
    { severity: 'should', reason: 'Prices change.' },
  ]);
  expect(found(text, [{ ...own, exceptions: ['€9'] }])).toEqual([`€5: ${UNSOURCED}`]);
  expect(check(text, [{ ...own, formats: ['x-post'] }])).toEqual({ findings: [], scores: [] });
});

test('what a rule about claims flags isn’t flagged a second time', () => {
  const rule: VoiceRule = {
    ...FACTS_RULE,
    id: 'claims',
    kind: 'proof',
    terms: ['%'],
    severity: 'must',
  };
  expect(found('90% of guests return.', [rule])).toEqual(['90%: This claim needs a source.']);
});

test('a text of nothing but wrong figures is checked in time', () => {
  const prices = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => `rye loaf number ${at} costs ${from + at} €`).join(
      ', ',
    );
  const cited = Array.from({ length: 8 }, (_, at) => ({
    ...PRICES,
    ...{ number: at + 1, passage: prices(100_000, 40) },
  }));
  const marks = cited.map(({ number }) => `[${number}]`).join('');
  const text = `Our ${prices(1, 1_500)} ${marks}.`;
  const options = { facts: { cited, given: '' } };
  expect(found(text, [], options)).toContainEqual(expect.stringContaining('The source says “1000'));
  expect(cpuMs(() => check(text, [], options))).toBeLessThan(200 * slowness());

  const misplaced = `Our ${prices(100_000, 40).replaceAll('rye loaf', 'plum cake')} ${marks}. `;
  const long = misplaced.repeat(20);
  expect(cpuMs(() => check(long, [], options))).toBeLessThan(200 * slowness());

  const endless = `Our rye loaf costs ${'€8.20 or '.repeat(4_000)}less [1].`;
  expect(cpuMs(() => check(endless, [], { facts: { cited: [PRICES], given: '' } }))).toBeLessThan(
    200 * slowness(),
  );
});
