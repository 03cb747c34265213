import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { checkRule, cleanRule } from './clean-rule';
import { type NewRule, RULE_KINDS, RULE_LIMITS, SEVERITIES } from './rule';
import { KIND_GUIDES, ruleText, scopeText } from './rule-kinds';

const AVOID: NewRule = {
  kind: 'avoid',
  terms: ['cheap'],
  replacement: '',
  max: null,
  person: null,
  formats: [],
  severity: 'should',
  reason: '',
};
const rule = (change: Partial<NewRule>): NewRule => ({ ...AVOID, ...change });
const problemsOf = (change: Partial<NewRule>) => checkRule(rule(change)).problems;

describe('a rule that is typed', () => {
  test('is stored on one line each, trimmed, and without words that are there twice', () => {
    const typed = rule({
      terms: [' very \n cheap', '', 'Cheap', 'cheap\0'],
      reason: ' We\r\nsell. ',
    });
    expect(cleanRule(typed)).toEqual(rule({ terms: ['very cheap', 'Cheap'], reason: 'We sell.' }));
  });

  test('keeps capitals apart where they are what it is about', () => {
    const names = rule({ kind: 'capitalization', terms: ['iPhone', 'IPhone', 'iPhone'] });
    expect(cleanRule(names).terms).toEqual(['iPhone', 'IPhone']);
  });

  test('loses the fields that its kind doesn’t have', () => {
    const typed = rule({ kind: 'emoji', replacement: 'x', max: 2, person: 'we' });
    expect(cleanRule(typed)).toEqual(rule({ kind: 'emoji', terms: [], max: 2 }));
  });

  test.each<[Partial<NewRule>, string]>([
    [{ terms: [' ', ''] }, 'terms'],
    [{ terms: Array<string>(RULE_LIMITS.terms + 1).fill('x') }, 'terms'],
    [{ terms: ['x'.repeat(RULE_LIMITS.term + 1)] }, 'terms'],
    [{ terms: ['x'.repeat(1_000_000)] }, 'terms'],
    [{ kind: 'prefer' }, 'replacement'],
    [{ kind: 'prefer', replacement: 'Cheap' }, 'replacement'],
    [{ kind: 'spelling', replacement: 'x'.repeat(RULE_LIMITS.replacement + 1) }, 'replacement'],
    [{ kind: 'emoji', max: null }, 'max'],
    [{ kind: 'emoji', max: 1.5 }, 'max'],
    [{ kind: 'emoji', max: -1 }, 'max'],
    [{ kind: 'reading-level', max: 0 }, 'max'],
    [{ kind: 'reading-level', max: Number.NaN }, 'max'],
    [{ kind: 'person', person: null }, 'person'],
    [{ reason: 'x'.repeat(RULE_LIMITS.reason + 1) }, 'reason'],
    [{ formats: ['X Post'] }, 'formats'],
    [{ formats: Array.from({ length: 31 }, (_, at) => `f${at}`) }, 'formats'],
  ])('is refused with a sentence for its field: %j', (change, field) => {
    expect(Object.keys(problemsOf(change))).toEqual([field]);
    const invalid = { code: 'invalid', fields: { [field]: expect.stringMatching(/\.$/) } };
    expect(() => cleanRule(rule(change))).toThrow(expect.objectContaining(invalid));
  });

  test('counts characters as people do', () => {
    expect(problemsOf({ terms: ['😀'.repeat(RULE_LIMITS.term)] })).toEqual({});
  });

  test('is the same when it is cleaned again, whatever was typed', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 });
    const typed = fc.record({
      kind: fc.constantFrom(...RULE_KINDS),
      terms: fc.array(text, { maxLength: 8 }),
      replacement: text,
      max: fc.option(fc.integer({ min: -2, max: 60 })),
      person: fc.option(fc.constantFrom('we' as const, 'I' as const)),
      formats: fc.array(fc.constantFrom('x-post', 'article')),
      severity: fc.constantFrom(...SEVERITIES),
      reason: text,
    });
    fc.assert(
      fc.property(typed, (one) => {
        const { rule: once, problems } = checkRule(one);
        fc.pre(Object.keys(problems).length === 0);
        expect(checkRule(once)).toEqual({ rule: once, problems: {} });
        expect(JSON.stringify(once)).not.toMatch(/\\u0000|\\ud[89a-f]/);
      }),
    );
  });
});

describe('a rule in words', () => {
  test.each<[Partial<NewRule>, string]>([
    [{ terms: ['cheap', 'bargain'] }, 'Don’t write “cheap”, “bargain”.'],
    [{ kind: 'prefer', replacement: 'bread' }, 'Write “bread” instead of “cheap”.'],
    [{ kind: 'require' }, 'Include “cheap”.'],
    [{ kind: 'require', terms: ['a', 'b'] }, 'Include one of “a”, “b”.'],
    [{ kind: 'proof' }, 'Don’t claim “cheap” without a source.'],
    [{ kind: 'spelling', replacement: 'sheep' }, 'Spell it “sheep”, not “cheap”.'],
    [{ kind: 'capitalization', terms: ['iPhone'] }, 'Keep the capitals of “iPhone”.'],
    [{ kind: 'reading-level', max: 8 }, 'Keep to grade 8 reading level or easier.'],
    [{ kind: 'emoji', max: 0 }, 'Use no emoji.'],
    [{ kind: 'emoji', max: 2 }, 'Use up to 2 emoji in one text.'],
    [{ kind: 'person', person: 'I' }, 'Speak as “I”, not as “we”.'],
    [{ kind: 'person', person: 'we' }, 'Speak as “we”, not as “I”.'],
  ])('%j', (change, text) => {
    expect(ruleText(rule(change))).toBe(text);
  });

  test('names where it applies, without formats that are gone', () => {
    const formats = [
      { id: 'x-post', name: 'X post' },
      { id: 'article', name: 'Article' },
    ];
    expect(scopeText([], formats)).toBe('Everywhere');
    expect(scopeText(['article', 'fax', 'x-post'], formats)).toBe('X post, Article');
    expect(scopeText(['fax'], formats)).toBe('Nowhere');
  });

  test('has an example for each kind that has words', () => {
    for (const kind of RULE_KINDS) {
      const { terms, example } = KIND_GUIDES[kind];
      expect(example !== undefined, kind).toBe(terms !== null);
    }
  });
});
