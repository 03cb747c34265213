import { isObject } from '~/lib/json';

import { checkRule, type RuleProblems } from './clean-rule';
import {
  type NewRule,
  RULE_KINDS,
  type RuleKind,
  SEVERITIES,
  type Severity,
  type VoiceRule,
} from './rule';
import { KIND_GUIDES } from './rule-kinds';

/** A rule as its form has it. Fields that the chosen kind doesn't have keep what was typed, in case the kind changes back. */
export interface RuleDraft {
  kind: RuleKind;
  /** One a line. */
  terms: string;
  replacement: string;
  max: string;
  person: 'we' | 'I' | '';
  everywhere: boolean;
  formats: string[];
  severity: Severity;
  reason: string;
  /** Passages that were never flagged, and will be again. */
  flagAgain: string[];
}

export function draftOf(rule: VoiceRule | null, kind: RuleKind = 'avoid'): RuleDraft {
  return {
    kind: rule?.kind ?? kind,
    terms: rule?.terms.join('\n') ?? '',
    replacement: rule?.replacement ?? '',
    max: String(rule?.max ?? KIND_GUIDES[rule?.kind ?? kind].max?.usual ?? ''),
    person: rule?.person ?? '',
    everywhere: (rule?.formats.length ?? 0) === 0,
    formats: rule?.formats ?? [],
    severity: rule?.severity ?? 'should',
    reason: rule?.reason ?? '',
    flagAgain: [],
  };
}

/** The draft with another kind; its number starts at what is usual for that. */
export function withKind(draft: RuleDraft, kind: RuleKind): RuleDraft {
  const usual = KIND_GUIDES[kind].max?.usual;
  return { ...draft, kind, ...(usual !== undefined && { max: String(usual) }) };
}

/** What a draft says, and what's wrong with it; null if nothing is. */
export function ruleOf(draft: RuleDraft): { rule: NewRule; problems: RuleProblems | null } {
  const { kind, terms, replacement, max, person, everywhere, formats, severity, reason } = draft;
  const { rule, problems } = checkRule({
    kind,
    terms: terms.split('\n'),
    replacement,
    max: max.trim() === '' ? null : Number(max),
    person: person === '' ? null : person,
    formats: everywhere ? [] : formats,
    severity,
    reason,
  });
  if (!everywhere && formats.length === 0) problems.formats = 'Choose at least one format.';
  return { rule, problems: Object.keys(problems).length > 0 ? problems : null };
}

/** A draft that this form stored in the tab; null for anything else. */
export function readDraft(stored: string): RuleDraft | null {
  let json: unknown;
  try {
    json = JSON.parse(stored);
  } catch {
    // There is none.
    return null;
  }
  if (!isObject(json)) return null;
  const {
    kind,
    terms,
    replacement,
    max,
    person,
    everywhere,
    formats,
    severity,
    reason,
    flagAgain,
  } = json;
  const [knownKind, knownSeverity] = [
    RULE_KINDS.find((one) => one === kind),
    SEVERITIES.find((one) => one === severity),
  ];
  const texts = { terms, replacement, max, reason };
  const areTexts = (values: unknown): values is string[] =>
    Array.isArray(values) && values.every((value) => typeof value === 'string');
  if (knownKind === undefined || knownSeverity === undefined) return null;
  if (!areTexts(Object.values(texts)) || !areTexts(formats) || !areTexts(flagAgain)) return null;
  return {
    ...(texts as Record<keyof typeof texts, string>),
    kind: knownKind,
    severity: knownSeverity,
    person: person === 'we' || person === 'I' ? person : '',
    everywhere: everywhere !== false,
    formats,
    flagAgain,
  };
}
