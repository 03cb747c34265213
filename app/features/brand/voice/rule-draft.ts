import { type Fields, fieldsOf, isTextList, parsedOf } from '~/lib/json';

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

/** A rule that the server sent in a refusal; null for anything else. */
export function ruleIn(json: unknown): VoiceRule | null {
  const { id, terms, formats, exceptions, max, person, ...rest } = fieldsOf(json);
  const same = sameIn(rest);
  if (same === null || typeof id !== 'string') return null;
  if (!isTextList(terms) || !isTextList(formats) || !isTextList(exceptions)) return null;
  if (max !== null && typeof max !== 'number') return null;
  return { ...same, id, terms, formats, exceptions, max, person: personIn(person) };
}

/** A draft that this form stored in the tab; null for anything else. */
export function readDraft(stored: string): RuleDraft | null {
  const { terms, max, person, everywhere, formats, flagAgain, ...rest } = fieldsOf(
    parsedOf(stored),
  );
  const same = sameIn(rest);
  if (same === null || typeof terms !== 'string' || typeof max !== 'string') return null;
  if (!isTextList(formats) || !isTextList(flagAgain)) return null;
  return {
    ...same,
    terms,
    max,
    person: personIn(person) ?? '',
    everywhere: everywhere !== false,
    formats,
    flagAgain,
  };
}

/** What rules and drafts have alike. */
function sameIn({ kind, severity, replacement, reason }: Fields) {
  const [knownKind, knownSeverity] = [
    RULE_KINDS.find((one) => one === kind),
    SEVERITIES.find((one) => one === severity),
  ];
  if (knownKind === undefined || knownSeverity === undefined) return null;
  if (typeof replacement !== 'string' || typeof reason !== 'string') return null;
  return { kind: knownKind, severity: knownSeverity, replacement, reason };
}

function personIn(json: unknown): VoiceRule['person'] {
  return json === 'we' || json === 'I' ? json : null;
}
