import { appliesTo, type VoiceRule } from '../rule';

/** The rule that a brand with sources has from the start; it joins the list with the first passage that is never flagged. */
export const FACTS_RULE: VoiceRule = {
  id: '00000000-0000-4000-8000-0000000000fa',
  kind: 'facts',
  terms: [],
  replacement: '',
  max: null,
  person: null,
  formats: [],
  severity: 'could',
  reason: '',
  exceptions: [],
};

/** The rule about facts that a text goes by; null if the brand's own one doesn't apply to its format. */
export function factsRuleOf(
  rules: readonly VoiceRule[],
  formatId: string | null,
): VoiceRule | null {
  const own = rules.filter(({ kind }) => kind === 'facts');
  if (own.length === 0) return FACTS_RULE;
  return own.find((rule) => appliesTo(rule, formatId)) ?? null;
}
