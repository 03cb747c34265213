import { SEVERITIES, type VoiceRule } from './rule';
import { ruleText, SEVERITY_GUIDES } from './rule-kinds';

/** The voice rules of a brand for people who read an archive, the strictest first; null if there are none. */
export function rulesMarkdown(brand: string, rules: readonly VoiceRule[]): string | null {
  if (rules.length === 0) return null;
  const parts = SEVERITIES.flatMap((severity) => {
    const some = rules.filter((rule) => rule.severity === severity);
    if (some.length === 0) return [];
    return [`## ${SEVERITY_GUIDES[severity].label}\n`, `${some.map(itemOf).join('\n')}\n`];
  });
  return [`# Voice rules of ${brand}\n`, ...parts].join('\n');
}

function itemOf(rule: VoiceRule): string {
  const { reason, formats, exceptions } = rule;
  const notes = [
    reason,
    formats.length > 0 && `Only in: ${formats.join(', ')}.`,
    exceptions.length > 0 &&
      `Never flagged: ${exceptions.map((passage) => `“${passage}”`).join(', ')}.`,
  ].filter((note) => note !== '' && note !== false);
  return [`- ${ruleText(rule)}`, ...notes].join(' ');
}
