import { AppError } from '~/lib/errors';
import { formatNumber } from '~/lib/format/numbers';

import { cleanName, isFarLongerThan, isLongerThan } from '../components/component';
import { type NewRule, RULE_LIMITS, type RuleKind } from './rule';
import { KIND_GUIDES } from './rule-kinds';

/** What people read about a field of a rule that can't be saved. */
export type RuleProblems = Partial<
  Record<'terms' | 'replacement' | 'max' | 'person' | 'formats' | 'reason', string>
>;

/** Ids of formats are words of ours, joined by hyphens. */
const FORMAT_ID = /^[a-z0-9-]{1,40}$/;

/**
 * A rule as it's stored, or what's wrong with it: each text on one line and trimmed, nothing twice, and the fields that its
 * kind doesn't have are empty.
 */
export function checkRule(typed: NewRule): { rule: NewRule; problems: RuleProblems } {
  const { kind, severity } = typed;
  const guide = KIND_GUIDES[kind];
  const problems: RuleProblems = {};
  const terms = guide.terms === null ? [] : cleanTerms(kind, typed.terms, problems);
  const replacement = guide.replacement === null ? '' : cleanReplacement(typed, terms, problems);
  const max = guide.max === undefined ? null : typed.max;
  if (guide.max) {
    const { from, to } = guide.max;
    if (max === null || !Number.isInteger(max) || max < from || max > to) {
      problems.max = `Enter a whole number from ${formatNumber(from)} to ${formatNumber(to)}.`;
    }
  }
  const person = kind === 'person' ? typed.person : null;
  if (kind === 'person' && person === null) problems.person = 'Choose who speaks.';
  const formats = [...new Set(typed.formats)];
  if (formats.length > RULE_LIMITS.formats || formats.some((id) => !FORMAT_ID.test(id))) {
    problems.formats = 'Choose where this rule applies again.';
  }
  const reason = cleaned(typed.reason, RULE_LIMITS.reason);
  if (reason === null) problems.reason = tooLong(RULE_LIMITS.reason);
  return {
    rule: { kind, terms, replacement, max, person, formats, severity, reason: reason ?? '' },
    problems,
  };
}

/** @throws AppError `invalid` with a sentence for the person, and one for each field */
export function cleanRule(typed: NewRule): NewRule {
  const { rule, problems } = checkRule(typed);
  const [first] = Object.values(problems);
  if (first !== undefined) throw new AppError('invalid', first, { fields: problems });
  return rule;
}

/** A text on one line; null if it's too long. */
export function cleaned(typed: string, max: number): string | null {
  if (isFarLongerThan(typed, max)) return null;
  const text = cleanName(typed);
  return isLongerThan(text, max) ? null : text;
}

function cleanTerms(kind: RuleKind, typed: readonly string[], problems: RuleProblems): string[] {
  if (typed.length > RULE_LIMITS.terms) {
    problems.terms = `Use up to ${formatNumber(RULE_LIMITS.terms)} in one rule, and add another rule for the rest.`;
    return [];
  }
  const terms = new Map<string, string>();
  for (const one of typed) {
    const term = cleaned(one, RULE_LIMITS.term);
    if (term === null) {
      problems.terms = `Each can have up to ${formatNumber(RULE_LIMITS.term)} characters.`;
      break;
    }
    if (term !== '') {
      const key = kind === 'capitalization' ? term : term.toLowerCase();
      if (!terms.has(key)) terms.set(key, term);
    }
  }
  if (terms.size === 0) problems.terms ??= 'Add at least one.';
  return [...terms.values()];
}

function cleanReplacement(
  { kind, replacement: typed }: NewRule,
  terms: readonly string[],
  problems: RuleProblems,
): string {
  const replacement = cleaned(typed, RULE_LIMITS.replacement);
  if (replacement === null) problems.replacement = tooLong(RULE_LIMITS.replacement);
  else if (replacement === '') {
    problems.replacement =
      kind === 'spelling' ? 'Add the right spelling.' : 'Add what to write instead.';
  } else if (terms.some((term) => term.toLowerCase() === replacement.toLowerCase())) {
    problems.replacement =
      'This is one of the words above. For capitals, add a capitalization rule.';
  }
  return replacement ?? '';
}

function tooLong(max: number): string {
  return `Use up to ${formatNumber(max)} characters.`;
}
