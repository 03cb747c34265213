import { describe, expect, test } from 'vitest';

import { type NewRule, RULE_LIMITS, type VoiceRule } from './rule';
import { draftOf, readDraft, ruleOf, withKind } from './rule-draft';
import { isSameRule, listProblem, MAX_RULES_TEXT, ruleKey, withRules } from './rule-list';
import { rulesMarkdown } from './rules-markdown';
import { parseRules } from './schema';

const idAt = (at: number) => `0198c0de-0000-7000-8000-${String(at).padStart(12, '0')}`;
const ruleAt = (at: number, change: Partial<VoiceRule> = {}): VoiceRule => ({
  id: idAt(at),
  kind: 'avoid',
  terms: [`word ${at}`],
  replacement: '',
  max: null,
  person: null,
  formats: [],
  severity: 'should',
  reason: '',
  exceptions: [],
  ...change,
});

describe('adding rules', () => {
  test('skips what has the same kind and the same words, in any order and case', () => {
    const there = [ruleAt(1, { terms: ['Cheap', 'bargain'] })];
    const again = ruleAt(2, { terms: ['bargain', 'cheap'], severity: 'must', formats: ['x-post'] });
    const other = ruleAt(3, { kind: 'proof', terms: ['bargain', 'cheap'] });
    expect(withRules(there, [again, other, { ...other, id: idAt(4) }])).toEqual({
      rules: [there[0], other],
      skipped: 2,
    });
  });

  test('compares rules without words by where they apply', () => {
    const level = (at: number, formats: string[]) =>
      ruleAt(at, { kind: 'reading-level', terms: [], max: 8, formats });
    const { rules, skipped } = withRules(
      [level(1, [])],
      [level(2, []), level(3, ['article', 'faq']), level(4, ['faq', 'article'])],
    );
    expect([rules.map(({ id }) => id), skipped]).toEqual([[idAt(1), idAt(3)], 2]);
  });

  test('puts a removed rule back where it was', () => {
    const all = [1, 2, 3].map((at) => ruleAt(at));
    expect(withRules([all[0]!, all[2]!], [all[1]!]).rules).toEqual(all);
  });
});

test('two states of a rule are the same but for their exceptions', () => {
  const rule = ruleAt(1);
  expect(isSameRule(rule, { ...rule, id: 'x', exceptions: ['a'] } as NewRule)).toBe(true);
  for (const change of [{ reason: 'x' }, { severity: 'must' as const }, { formats: ['faq'] }]) {
    expect(isSameRule(rule, { ...rule, ...change })).toBe(false);
  }
});

describe('a stored list', () => {
  test('is read as it was stored', () => {
    const rules = [
      ruleAt(1, { exceptions: ['cheap flights'], formats: ['x-post'], reason: 'So.' }),
      ruleAt(2, { kind: 'emoji', terms: [], max: 0 }),
    ];
    expect(parseRules(JSON.parse(JSON.stringify(rules)))).toEqual(rules);
  });

  test.each([null, 'x', 7, {}, { length: 3 }])('that isn’t one counts as empty: %j', (stored) => {
    expect(parseRules(stored)).toEqual([]);
  });

  test('loses what is damaged, keys that aren’t ours, and nothing else', () => {
    const fine = ruleAt(1);
    const stored: unknown[] = [
      null,
      [],
      'avoid',
      { ...ruleAt(2), kind: 'shout' },
      { ...ruleAt(3), id: '1' },
      { ...ruleAt(4), terms: 'cheap' },
      { ...ruleAt(5), kind: 'emoji', max: null },
      JSON.parse(`{"__proto__": {"isAdmin": true}, "more": 1, ${JSON.stringify(fine).slice(1)}`),
      { ...fine, id: idAt(6), exceptions: undefined },
    ];
    expect(parseRules(stored)).toEqual([fine, { ...fine, id: idAt(6) }]);
  });

  test('is cut where it would be too long or have too many rules', () => {
    const many = Array.from({ length: RULE_LIMITS.rules + 50 }, (_, at) => ruleAt(at));
    expect(parseRules(many)).toHaveLength(RULE_LIMITS.rules);
    const terms = Array.from({ length: 50 }, (_, at) => `${at} ${'x'.repeat(90)}`);
    const long = parseRules(many.map((rule) => ({ ...rule, terms })));
    expect(long.length).toBeGreaterThan(30);
    expect(JSON.stringify(long).length).toBeLessThanOrEqual(MAX_RULES_TEXT);
    expect(listProblem(long)).toBeNull();
    expect(listProblem([...long, ruleAt(900, { terms })])).toBe('too-long');
    expect(listProblem(many)).toBe('too-many');
  });
});

describe('the form of a rule', () => {
  test('gives the rule back that it was opened with', () => {
    const rule = ruleAt(1, { kind: 'prefer', replacement: 'bread', formats: ['faq'] });
    const { id, exceptions, ...written } = rule;
    expect([id, exceptions]).toEqual([rule.id, []]);
    expect(ruleOf(draftOf(rule))).toEqual({ rule: written, problems: null });
  });

  test('keeps words when the kind changes, and starts at the usual number', () => {
    const typed = { ...draftOf(null), terms: 'cheap\nbargain' };
    const level = withKind(typed, 'reading-level');
    expect(ruleOf(level).rule).toMatchObject({ terms: [], max: 8 });
    expect(ruleOf(withKind(level, 'avoid')).rule.terms).toEqual(['cheap', 'bargain']);
  });

  test('asks for a format when it applies to some only', () => {
    const typed = { ...draftOf(null), terms: 'cheap', everywhere: false };
    expect(ruleOf(typed).problems).toEqual({ formats: 'Choose at least one format.' });
  });

  test.each(['', '{', '[]', '{"kind":"avoid"}', '{"kind":"shout","severity":"must"}'])(
    'starts empty when the tab has no draft of its own: %j',
    (stored) => {
      expect(readDraft(stored)).toBeNull();
    },
  );

  test('survives a reload', () => {
    const draft = { ...draftOf(ruleAt(1)), terms: 'a\nb', flagAgain: ['x'] };
    expect(readDraft(JSON.stringify(draft))).toEqual(draft);
  });
});

test('rules are readable in an archive, the strictest first', () => {
  const rules = [
    ruleAt(1, { terms: ['cheap'], formats: ['x-post'] }),
    ruleAt(2, { severity: 'must', reason: 'We bake it.', exceptions: ['a product page'] }),
  ];
  expect(rulesMarkdown('Rye & Shine', rules)).toBe(`# Voice rules of Rye & Shine

## Must

- Don’t write “word 2”. We bake it. Never flagged: “a product page”.

## Should

- Don’t write “cheap”. Only in: x-post.
`);
  expect(rulesMarkdown('Rye & Shine', [])).toBeNull();
});

test('the key of a rule doesn’t depend on what may be changed about it', () => {
  const rule = ruleAt(1);
  const changed = { ...rule, severity: 'must' as const, reason: 'x', formats: ['faq'] };
  expect(ruleKey(changed)).toBe(ruleKey(rule));
});
