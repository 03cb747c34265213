import type { NewRule, RuleKind, Severity } from './rule';

/** What a kind of rule is called, and which of a rule's fields it has. */
interface KindGuide {
  label: string;
  /** What it's good for, in one sentence. */
  hint: string;
  /** The label of its words and phrases; null for a kind without them. */
  terms: string | null;
  /** An example of them, one a line. */
  example?: string;
  /** The label of what to write instead; null for a kind without it. */
  replacement: string | null;
  /** The label and the bounds of its number. */
  max?: { label: string; from: number; to: number; usual: number };
}

export const KIND_GUIDES: Readonly<Record<RuleKind, KindGuide>> = {
  avoid: {
    label: 'Avoid',
    hint: 'Words and phrases you never use.',
    terms: 'Words and phrases to avoid',
    example: 'game-changing\nworld-class',
    replacement: null,
  },
  prefer: {
    label: 'Prefer',
    hint: 'A word you use in place of others.',
    terms: 'Instead of',
    example: 'product\nitem',
    replacement: 'Write',
  },
  require: {
    label: 'Include',
    hint: 'Something each text needs. If you list several, one of them is enough.',
    terms: 'Words and phrases to include',
    example: 'Contains gluten',
    replacement: null,
  },
  proof: {
    label: 'Back up',
    hint: 'Claims that need a source in the same sentence.',
    terms: 'Claims',
    example: 'clinically proven\nnumber one',
    replacement: null,
  },
  spelling: {
    label: 'Spelling',
    hint: 'A word that’s often misspelled, and the right way to write it.',
    terms: 'Wrong spellings',
    example: 'sour dough\nsowerdough',
    replacement: 'Right spelling',
  },
  capitalization: {
    label: 'Capitalization',
    hint: 'Names with capitals of their own.',
    terms: 'Names as you write them',
    example: 'BreadBox\niPhone',
    replacement: null,
  },
  'reading-level': {
    label: 'Reading level',
    hint: 'How many years of school a reader needs. Grade 8 suits most people.',
    terms: null,
    replacement: null,
    max: { label: 'Highest grade', from: 1, to: 18, usual: 8 },
  },
  emoji: {
    label: 'Emoji',
    hint: 'How many emoji a text may have. 0 means none.',
    terms: null,
    replacement: null,
    max: { label: 'Most emoji in one text', from: 0, to: 50, usual: 0 },
  },
  person: {
    label: 'We or I',
    hint: 'Who speaks in your texts.',
    terms: null,
    replacement: null,
  },
  facts: {
    label: 'Facts',
    hint: 'Prices, other figures, dates, superlatives, and guarantees need one of your sources. Checked once your brand has sources.',
    terms: null,
    replacement: null,
  },
};

export const SEVERITY_GUIDES: Readonly<Record<Severity, { label: string; hint: string }>> = {
  must: { label: 'Must', hint: 'A text that breaks it has a mistake.' },
  should: { label: 'Should', hint: 'Keep to it unless there’s a good reason not to.' },
  could: { label: 'Could', hint: 'A suggestion.' },
};

type Worded = Pick<NewRule, 'kind' | 'terms' | 'replacement' | 'max' | 'person'>;

const quoted = (terms: readonly string[]) => terms.map((term) => `“${term}”`).join(', ');

/** A rule in one sentence, for people and for an AI alike: `Write “bread” instead of “product”.` */
export function ruleText({ kind, terms, replacement, max, person }: Worded): string {
  switch (kind) {
    case 'avoid':
      return `Don’t write ${quoted(terms)}.`;
    case 'prefer':
      return `Write “${replacement}” instead of ${quoted(terms)}.`;
    case 'require':
      return `Include ${terms.length > 1 ? 'one of ' : ''}${quoted(terms)}.`;
    case 'proof':
      return `Don’t claim ${quoted(terms)} without a source.`;
    case 'spelling':
      return `Spell it “${replacement}”, not ${quoted(terms)}.`;
    case 'capitalization':
      return `Keep the capitals of ${quoted(terms)}.`;
    case 'reading-level':
      return `Keep to a grade ${max ?? 0} reading level or easier.`;
    case 'emoji':
      return max === 0 ? 'Use no emoji.' : `Use up to ${max ?? 0} emoji in one text.`;
    case 'person':
      return person === 'I' ? 'Speak as “I”, not as “we”.' : 'Speak as “we”, not as “I”.';
    case 'facts':
      return 'Give figures, superlatives, and guarantees a source.';
  }
}

/** A format by its name, as the page's route knows them: this feature is below the one that has the formats. */
export interface FormatName {
  id: string;
  name: string;
}

/** Where a rule applies, for people. Formats that are gone don't count. */
export function scopeText(ids: readonly string[], formats: readonly FormatName[]): string {
  if (ids.length === 0) return 'Everywhere';
  const names = formats.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  return names.length === 0 ? 'Nowhere' : names.join(', ');
}
