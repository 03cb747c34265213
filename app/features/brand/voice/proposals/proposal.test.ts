import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type NewRule, RULE_KINDS, RULE_LIMITS } from '../rule';
import { ruleText } from '../rule-kinds';
import { MAX_PROPOSALS, readProposals } from './proposal';

const MATERIAL = 'We say “bread,” never “product.”\nNo exclamation points.';
const item = (more: object) => ({
  quote: 'never "product."',
  kind: 'prefer',
  terms: ['product'],
  replacement: 'bread',
  max: null,
  person: null,
  severity: 'must',
  reason: 'It is bread.',
  ...more,
});
const answer = (...items: unknown[]) => JSON.stringify({ rules: items });

test('a proposal becomes a rule with the words that it rests on, as the material has them', () => {
  expect(readProposals(answer(item({})), MATERIAL)).toEqual([
    {
      quote: 'never “product.”',
      rule: {
        kind: 'prefer',
        terms: ['product'],
        replacement: 'bread',
        max: null,
        person: null,
        formats: [],
        severity: 'must',
        reason: 'It is bread.',
      },
    },
  ]);
});

test('a quote that the material doesn’t have is left out, and the rule stays', () => {
  const [proposal] = readProposals(answer(item({ quote: 'Said by no one.' })), MATERIAL);
  expect(proposal).toMatchObject({ quote: '', rule: { kind: 'prefer' } });
});

test('only the fields that a kind has are taken', () => {
  const [avoid, emoji, person] = readProposals(
    answer(
      item({ kind: 'avoid', max: 3, person: 'we' }),
      item({ kind: 'emoji', max: 0 }),
      item({ kind: 'person', person: 'I' }),
    ),
    MATERIAL,
  );
  expect(avoid!.rule).toMatchObject({
    terms: ['product'],
    replacement: '',
    max: null,
    person: null,
  });
  expect(emoji!.rule).toMatchObject({ terms: [], replacement: '', max: 0 });
  expect(person!.rule).toMatchObject({ terms: [], person: 'I' });
});

test.each([
  ['no term', item({ terms: [' '] })],
  ['no replacement', item({ replacement: '' })],
  ['no number', item({ kind: 'emoji', max: null })],
  ['too large a number', item({ kind: 'reading-level', max: 40 })],
  ['no one who speaks', item({ kind: 'person', person: 'they' })],
  ['an unknown kind', item({ kind: 'shout' })],
])('a proposal with %s is no rule', (_what, one) => {
  expect(readProposals(answer(one), MATERIAL)).toEqual([]);
});

test('rules that the profile has, or that come twice, are not proposed', () => {
  const known = readProposals(answer(item({ terms: ['Product', 'item'] })), '')[0]!.rule;
  const proposals = readProposals(
    answer(item({ terms: ['item', 'product'] }), item({}), item({ reason: 'Again.' })),
    MATERIAL,
    { known: [known] },
  );
  expect(proposals).toHaveLength(1);
});

test('while they arrive, proposals only come, and none is half of one', () => {
  const json = answer(item({}), item({ terms: ['goods'] }), item({ kind: 'emoji', max: 1 }));
  const whole = readProposals(json, MATERIAL);
  let before = 0;
  for (let end = 0; end <= json.length; end += 1) {
    const some = readProposals(json.slice(0, end), MATERIAL, { running: true });
    expect(some).toEqual(whole.slice(0, some.length));
    expect(some.length).toBeGreaterThanOrEqual(before);
    before = some.length;
  }
});

test('whatever a model writes, what comes of it is a rule within its limits', () => {
  const any = fc.oneof(fc.jsonValue(), fc.string({ maxLength: 400 }));
  const one = fc.record(
    {
      quote: any,
      kind: fc.oneof(fc.constantFrom(...RULE_KINDS), any),
      terms: fc.oneof(
        fc.array(fc.string({ maxLength: 250, unit: 'binary' }), { maxLength: 80 }),
        any,
      ),
      replacement: any,
      max: fc.oneof(fc.integer({ min: -5, max: 60 }), any),
      person: fc.oneof(fc.constantFrom('we', 'I'), any),
      severity: any,
      reason: any,
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(one, { maxLength: 30 }), (items) => {
      const proposals = readProposals(answer(...items), MATERIAL);
      expect(proposals.length).toBeLessThanOrEqual(MAX_PROPOSALS);
      for (const { rule, quote } of proposals) expectRule(rule, quote);
    }),
  );
});

function expectRule(rule: NewRule, quote: string): void {
  expect(MATERIAL).toContain(quote);
  expect(rule.terms.length).toBeLessThanOrEqual(RULE_LIMITS.terms);
  for (const term of rule.terms) {
    expect(term.trim()).toBe(term);
    expect(term).not.toBe('');
    expect([...term].length).toBeLessThanOrEqual(RULE_LIMITS.term);
    expect(term.isWellFormed()).toBe(true);
  }
  expect([...rule.replacement].length).toBeLessThanOrEqual(RULE_LIMITS.replacement);
  expect([...rule.reason].length).toBeLessThanOrEqual(RULE_LIMITS.reason);
  expect(ruleText(rule)).not.toMatch(/null|undefined|“”/);
}
