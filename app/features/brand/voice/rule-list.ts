import { cleaned } from './clean-rule';
import { type NewRule, RULE_LIMITS, type VoiceRule } from './rule';

// The rules of a profile as a list: added to, and compared.

/** The most characters of all rules together, as JSON: they are read for each text that they ground. */
export const MAX_RULES_TEXT = 200_000;

/** What makes two rules the same: their kind and their words, or where a rule without words applies. */
export function ruleKey({ kind, terms, formats }: NewRule): string {
  const words = terms.length > 0 ? terms.map((term) => term.toLowerCase()) : formats;
  return [kind, ...words.toSorted()].join('\n');
}

/** Adds those of these rules that aren't there yet, each before the first that was created after it. */
export function withRules(
  there: readonly VoiceRule[],
  added: readonly VoiceRule[],
): { rules: VoiceRule[]; skipped: number } {
  const rules = [...there];
  const keys = new Set(there.map(ruleKey));
  const ids = new Set(there.map(({ id }) => id));
  let skipped = 0;
  for (const one of added) {
    const key = ruleKey(one);
    if (keys.has(key) || ids.has(one.id)) {
      skipped += 1;
      continue;
    }
    keys.add(key);
    ids.add(one.id);
    const next = rules.findIndex(({ id }) => id > one.id);
    rules.splice(next === -1 ? rules.length : next, 0, one);
  }
  return { rules, skipped };
}

/** Whether two states of a rule say the same. Exceptions don't count: they are added and removed one by one. */
export function isSameRule(one: NewRule, other: NewRule): boolean {
  return stateOf(one) === stateOf(other);
}

function stateOf({ kind, terms, replacement, max, person, formats, severity, reason }: NewRule) {
  return JSON.stringify([kind, terms, replacement, max, person, formats, severity, reason]);
}

/** What keeps this many rules with so much text from being stored. */
export function listProblem(rules: readonly VoiceRule[]): 'too-many' | 'too-long' | null {
  if (rules.length > RULE_LIMITS.rules) return 'too-many';
  return JSON.stringify(rules).length > MAX_RULES_TEXT ? 'too-long' : null;
}

export function cleanExceptions(typed: readonly string[]): string[] {
  const passages = typed.map((passage) => cleaned(passage, RULE_LIMITS.exception) ?? '');
  return [...new Set(passages.filter((passage) => passage !== ''))];
}
