import { quotedLine } from '~/lib/text/template';

import { type NewRule, SEVERITIES } from './rule';
import { ruleText, SEVERITY_GUIDES } from './rule-kinds';

/** The maximum number of characters of the rules that are sent; every message pays for them. */
export const MAX_QUOTED_RULES = 3_000;

const MORE = '[more]';

/**
 * Rules as quoted lines, the strictest first. If they don't all fit, nothing of a lower severity stays while something of a
 * higher one is left out or shortened, and of the same severity the longest are left out first. A rule that is too long
 * by itself keeps as many of its words as fit.
 */
export function quotedRules(rules: readonly NewRule[], max = MAX_QUOTED_RULES): string {
  const lines = SEVERITIES.flatMap((severity) =>
    rules.filter((rule) => rule.severity === severity),
  ).map((rule, place) => ({ place, rule, line: lineOf(rule) }));
  const byWorth = SEVERITIES.flatMap((severity) =>
    lines
      .filter(({ rule }) => rule.severity === severity)
      .toSorted((one, other) => one.line.length - other.line.length),
  );
  const kept: { place: number; line: string }[] = [];
  let left = max;
  for (const { place, rule, line } of byWorth) {
    const next = line.length <= left ? line : shortened(rule, left);
    if (next !== null) kept.push({ place, line: next });
    if (next !== line) break;
    // The line break after it counts, too.
    left -= line.length + 1;
  }
  return kept
    .toSorted((one, other) => one.place - other.place)
    .map(({ line }) => line)
    .join('\n');
}

function lineOf(rule: NewRule): string {
  return quotedLine(`${SEVERITY_GUIDES[rule.severity].label}: ${ruleText(rule)}`);
}

/** The rule's line with as many of its words as fit; null if there is no room for any. */
function shortened(rule: NewRule, max: number): string | null {
  for (let count = rule.terms.length - 1; count > 0; count -= 1) {
    const line = `${lineOf({ ...rule, terms: rule.terms.slice(0, count) })} ${MORE}`;
    if (line.length <= max) return line;
  }
  return null;
}
