import { fieldsOf } from '~/lib/json';
import { readPartialJson } from '~/lib/partial-json';

import { findQuote } from '../../judge/quotes';
import { type NewRule, RULE_KINDS, RULE_LIMITS, SEVERITIES } from '../rule';

/** In UTF-16 units, and how many. */
export const MAX_EXAMPLE = 10_000;
export const MAX_EXAMPLES = 5;
export const MAX_PROPOSALS = 20;
const MAX_QUOTE = 300;
/** The largest grade and the most emoji that a rule may allow. */
const MAX_OF_KIND = { 'reading-level': 18, emoji: 50 };

/** A rule that was proposed, and the words it is based on. */
export interface ProposedRule {
  rule: NewRule;
  /** From the examples or the profile, to the letter; empty when what the assistant quoted isn't there. */
  quote: string;
}

/** Trims the examples and drops empty ones. */
export function cleanExamples(examples: readonly string[]): string[] {
  return examples.map((example) => example.trim()).filter((example) => example !== '');
}

/**
 * Reads proposals out of an answer so far. One that makes no whole rule, or repeats one of `known`, is left out. While
 * `running`, the last one may be half of one. `material` is what may be quoted.
 */
export function readProposals(
  answer: string,
  material: string,
  { known = [], running = false }: { known?: readonly NewRule[]; running?: boolean } = {},
): ProposedRule[] {
  const { rules } = fieldsOf(readPartialJson(answer).value);
  const list = Array.isArray(rules) ? (rules as unknown[]) : [];
  const seen = new Set(known.map(signature));
  const proposals: ProposedRule[] = [];
  for (const item of (running ? list.slice(0, -1) : list).slice(0, MAX_PROPOSALS)) {
    const rule = readRule(item);
    if (!rule || seen.has(signature(rule))) continue;
    seen.add(signature(rule));
    const quote = text(fieldsOf(item).quote, MAX_QUOTE);
    const place = findQuote(material, quote);
    proposals.push({ rule, quote: place ? material.slice(place.start, place.end) : '' });
  }
  return proposals;
}

/** Rules of one kind about the same terms are the same, in whatever order and case they are. */
function signature({ kind, terms, person }: NewRule): string {
  const words = kind === 'capitalization' ? terms : terms.map((term) => term.toLowerCase());
  return JSON.stringify([kind, words.toSorted(), person]);
}

/** Only with the fields that its kind needs; null when one of them is missing. */
function readRule(item: unknown): NewRule | null {
  const fields = fieldsOf(item);
  const kind = RULE_KINDS.find((known) => known === fields.kind);
  if (!kind) return null;
  const rule: NewRule = {
    kind,
    terms: [],
    replacement: '',
    max: null,
    person: null,
    formats: [],
    severity: SEVERITIES.find((known) => known === fields.severity) ?? 'should',
    reason: text(fields.reason, RULE_LIMITS.reason),
  };
  switch (kind) {
    case 'reading-level':
    case 'emoji': {
      const { max } = fields;
      const least = kind === 'emoji' ? 0 : 1;
      const isThere = Number.isInteger(max) && (max as number) >= least;
      return isThere && (max as number) <= MAX_OF_KIND[kind]
        ? { ...rule, max: max as number }
        : null;
    }
    case 'person': {
      const { person } = fields;
      return person === 'we' || person === 'I' ? { ...rule, person } : null;
    }
    default: {
      const terms = termsOf(fields.terms);
      if (terms.length === 0) return null;
      if (kind !== 'prefer' && kind !== 'spelling') return { ...rule, terms };
      const replacement = text(fields.replacement, RULE_LIMITS.replacement);
      return replacement === '' ? null : { ...rule, terms, replacement };
    }
  }
}

function termsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  const terms = value.slice(0, RULE_LIMITS.terms).map((term) => text(term, RULE_LIMITS.term));
  return [...new Set(terms.filter((term) => term !== ''))];
}

/** One line of at most so many characters. */
function text(value: unknown, max: number): string {
  if (typeof value !== 'string') return '';
  const line = value
    .slice(0, 2 * max)
    .replace(/[\s\0]+/g, ' ')
    .trim()
    .toWellFormed();
  return [...line].slice(0, max).join('').trim();
}
