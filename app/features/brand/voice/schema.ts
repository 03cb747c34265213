import { z } from 'zod';

import { checkRule } from './clean-rule';
import { RULE_KINDS, RULE_LIMITS, SEVERITIES, type VoiceRule } from './rule';
import { cleanExceptions, MAX_RULES_TEXT } from './rule-list';

/** Longer texts aren't worth cleaning. */
const text = z.string().max(2_000);

/** The use case checks it further, since it has texts for that. */
const newRule = z.object({
  kind: z.enum(RULE_KINDS),
  terms: z.array(text).max(200),
  replacement: text,
  max: z.number().nullable(),
  person: z.enum(['we', 'I']).nullable(),
  formats: z.array(text).max(100),
  severity: z.enum(SEVERITIES),
  reason: text,
});

const exceptions = z.array(text).max(RULE_LIMITS.exceptions);

/** New rules, or rules that were removed and come back as they were. */
export const rulesToAdd = z.object({
  rules: z
    .array(newRule.extend({ id: z.uuid().optional(), exceptions: exceptions.optional() }))
    .min(1)
    .max(RULE_LIMITS.rules),
});

/** A change names the state that the person saw, and the passages that are flagged again. */
export const ruleChange = z.object({
  from: newRule,
  to: newRule,
  flagAgain: exceptions.default([]),
});

export const newException = z.object({ quote: text });

const storedRule = newRule.extend({ id: z.uuid(), exceptions: exceptions.default([]) });

/**
 * The rules in a stored list. What isn't a rule is left out, so that one damaged entry neither breaks a page nor takes the other
 * rules with it.
 */
export function parseRules(stored: unknown): VoiceRule[] {
  if (!Array.isArray(stored)) return [];
  const rules = new Map<string, VoiceRule>();
  let length = '[]'.length;
  for (const entry of stored.slice(0, RULE_LIMITS.rules)) {
    const parsed = storedRule.safeParse(entry);
    if (!parsed.success) continue;
    const { rule, problems } = checkRule(parsed.data);
    if (Object.keys(problems).length > 0) continue;
    const exceptions = cleanExceptions(parsed.data.exceptions);
    const whole = { id: parsed.data.id.toLowerCase(), ...rule, exceptions };
    length += JSON.stringify(whole).length + 1;
    if (length > MAX_RULES_TEXT) break;
    rules.set(whole.id, whole);
  }
  return [...rules.values()];
}
