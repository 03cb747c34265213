import { expect, test } from 'vitest';

import { checkRule } from './clean-rule';
import { ruleKey } from './rule-list';
import { STARTER_SETS } from './starter-sets';

const RULES = STARTER_SETS.flatMap(({ name, rules }) => rules.map((rule) => ({ set: name, rule })));

test('every rule is stored as it’s written', () => {
  for (const { rule } of RULES) expect(checkRule(rule)).toEqual({ rule, problems: {} });
});

test('every rule has a reason that ends a sentence', () => {
  const without = RULES.filter(({ rule }) => !/^\S.*[.!?]”?$/.test(rule.reason));
  expect(without).toEqual([]);
});

test.each(STARTER_SETS)('“$name” has 15 to 40 rules', ({ rules }) => {
  expect(rules.length).toBeGreaterThanOrEqual(15);
  expect(rules.length).toBeLessThanOrEqual(40);
});

test('a word is in one rule of a kind only, so that no passage is flagged twice', () => {
  const seen = new Map<string, string>();
  const twice = RULES.flatMap(({ set, rule }) =>
    rule.terms.flatMap((term) => {
      const key = `${rule.kind} ${term.toLowerCase()}`;
      const before = seen.get(key);
      seen.set(key, set);
      return before === undefined ? [] : [`${key}: ${before} and ${set}`];
    }),
  );
  expect(twice).toEqual([]);
});

test('all sets together are added without a rule that counts as another', () => {
  expect(new Set(RULES.map(({ rule }) => ruleKey(rule))).size).toBe(RULES.length);
});
