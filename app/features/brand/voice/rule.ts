// Voice rules: how a brand words things, as far as it can be checked. What a brand sounds like in general is its brand voice
// (components/component.ts).

export const RULE_KINDS = [
  'avoid',
  'prefer',
  'require',
  'proof',
  'spelling',
  'capitalization',
  'reading-level',
  'emoji',
  'person',
  'facts',
] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

/** `must` is a mistake, `should` a warning, `could` a suggestion. */
export const SEVERITIES = ['must', 'should', 'could'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Maximum lengths in characters (code points), and of lists. */
export const RULE_LIMITS = {
  rules: 200,
  terms: 50,
  term: 100,
  replacement: 100,
  reason: 300,
  exceptions: 100,
  exception: 200,
  formats: 30,
} as const;

export interface NewRule {
  kind: RuleKind;
  /**
   * The words and phrases that the rule is about: what to avoid (`avoid`), what to replace (`prefer`), one of which must occur
   * (`require`), what is a claim (`proof`), what is misspelled (`spelling`), the right spelling (`capitalization`). Empty for
   * the other kinds.
   */
  terms: string[];
  /** What to write instead, for `prefer` and `spelling`; empty for the others. */
  replacement: string;
  /** The highest grade for `reading-level`, the most in one text for `emoji`; null for the others. */
  max: number | null;
  /** Who speaks, for `person`; null for the others. */
  person: 'we' | 'I' | null;
  /** Ids of the formats that it applies to; empty for every text, chat answers included. */
  formats: string[];
  severity: Severity;
  /** Why, as people read it beside a finding; may be empty. */
  reason: string;
}

export interface VoiceRule extends NewRule {
  id: string;
  /** Passages that the person never wants flagged. */
  exceptions: string[];
}

/** The rules of a profile; `version` counts their changes. */
export interface VoiceRules {
  rules: VoiceRule[];
  version: number;
}

/** Whether a rule applies to a text of this format; null for a text without one, such as a chat answer. */
export function appliesTo({ formats }: Pick<NewRule, 'formats'>, formatId: string | null): boolean {
  return formats.length === 0 || (formatId !== null && formats.includes(formatId));
}

/** Something in a text that breaks a rule. */
export interface Finding {
  /** The same for the same rule and passage: what "Ignore here" remembers. */
  key: string;
  ruleId: string;
  kind: RuleKind;
  severity: Severity;
  /** What is wrong, in one sentence. */
  message: string;
  /** The rule's reason; may be empty. */
  reason: string;
  /** Where it is, in UTF-16 units; null for what is missing. */
  range: { start: number; end: number } | null;
  /** The passage; empty for what is missing. */
  quote: string;
  /** What one click writes in its place; null where only the person can tell. */
  fix: string | null;
  /** The source that says otherwise, and where to read it. */
  source: { title: string; address: string } | null;
}

export const DIMENSIONS = [
  'wording',
  'claims',
  'sources',
  'clarity',
  'tone',
  'completeness',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export interface Score {
  dimension: Dimension;
  /** 0 to 100. */
  value: number;
  /** What it counts, in one sentence. */
  counts: string;
}

export interface VoiceCheck {
  /** In the order of the text; what is missing comes last. */
  findings: Finding[];
  /** Only of dimensions that a rule is about, or the brand's sources. */
  scores: Score[];
}
