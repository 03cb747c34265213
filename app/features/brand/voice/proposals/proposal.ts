import { fieldsOf } from '~/lib/json';
import { findQuote } from '~/lib/text/find-quote';
import { readPartialJson } from '~/lib/text/partial-json';

import { checkRule } from '../clean-rule';
import { type NewRule, RULE_KINDS, RULE_LIMITS, SEVERITIES } from '../rule';

/** In UTF-16 units, and how many. */
export const MAX_EXAMPLE = 10_000;
export const MAX_EXAMPLES = 5;
export const MAX_PROPOSALS = 20;
/** The rule about facts is there without one, and says nothing about a brand's way to write. */
export const PROPOSED_KINDS = RULE_KINDS.filter((kind) => kind !== 'facts');
const MAX_QUOTE = 300;

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

/** By the rules for typed ones; null when something is missing or wrong. */
function readRule(item: unknown): NewRule | null {
  const fields = fieldsOf(item);
  const kind = PROPOSED_KINDS.find((known) => known === fields.kind);
  if (!kind) return null;
  const { rule, problems } = checkRule({
    kind,
    terms: termsOf(fields.terms),
    replacement: text(fields.replacement, RULE_LIMITS.replacement),
    max: typeof fields.max === 'number' ? fields.max : null,
    person: fields.person === 'we' || fields.person === 'I' ? fields.person : null,
    formats: [],
    severity: SEVERITIES.find((known) => known === fields.severity) ?? 'should',
    reason: text(fields.reason, RULE_LIMITS.reason),
  });
  return Object.keys(problems).length === 0 ? rule : null;
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
