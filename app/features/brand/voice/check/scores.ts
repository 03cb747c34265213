import { formatNumber } from '~/lib/format/numbers';

import type { Dimension, Finding, RuleKind, Score, Severity, VoiceRule } from '../rule';
import type { Readability } from './readability';
import { type Sentence, sentenceAt } from './sentences';
import type { FactCheck } from '../facts/check-facts';
import type { WordCheck } from './word-rules';

const DIMENSION_OF: Record<RuleKind, Dimension> = {
  avoid: 'wording',
  prefer: 'wording',
  spelling: 'wording',
  capitalization: 'wording',
  proof: 'claims',
  facts: 'sources',
  'reading-level': 'clarity',
  emoji: 'tone',
  person: 'tone',
  require: 'completeness',
};

/** What a passage takes from the score of the wording, as a multiple of its share of the text's words. */
const WEIGHTS: Record<Severity, number> = { must: 10, should: 5, could: 2 };
/** What each grade above the aim takes from the score of clarity. */
const PER_GRADE = 10;

interface Checked {
  words: WordCheck;
  sentences: readonly Sentence[];
  readability: Readability | null;
  /** Null for a brand without sources. */
  facts: FactCheck | null;
}

/** A score for each dimension that one of the rules is about (docs/product.md has the formulas). */
export function scoresOf(
  rules: readonly VoiceRule[],
  findings: readonly Finding[],
  { words, sentences, readability, facts }: Checked,
): Score[] {
  const about = new Set(rules.map(({ kind }) => DIMENSION_OF[kind]));
  const of = (dimension: Dimension) =>
    findings.filter(({ kind }) => DIMENSION_OF[kind] === dimension);
  const scores: Score[] = [];
  const add = (dimension: Dimension, value: number, counts: string) => {
    scores.push({ dimension, value: Math.min(100, Math.max(0, Math.round(value))), counts });
  };

  if (about.has('wording') && words.words > 0) {
    const broken = of('wording');
    const weight = broken.reduce((sum, { severity }) => sum + WEIGHTS[severity], 0);
    const counts = `${countOf(broken.length, 'passage')} in ${countOf(words.words, 'word')} ${broken.length === 1 ? 'breaks' : 'break'} a rule.`;
    add('wording', 100 - (100 * weight) / words.words, counts);
  }
  if (about.has('claims')) {
    const open = of('claims').length;
    const { sourced } = words.claims;
    const all = open + sourced;
    const counts =
      all === 0
        ? 'No claim needs a source.'
        : `${formatNumber(sourced)} of ${countOf(all, 'claim')} ${all === 1 || sourced === 1 ? 'has' : 'have'} a source.`;
    add('claims', all === 0 ? 100 : (100 * sourced) / all, counts);
  }
  if (facts) {
    const { sourced } = facts;
    const all = of('sources').length + sourced;
    const counts =
      all === 0
        ? 'No statement needs a source.'
        : `${formatNumber(sourced)} of ${countOf(all, 'statement')} ${all === 1 || sourced === 1 ? 'agrees' : 'agree'} with a source.`;
    add('sources', all === 0 ? 100 : (100 * sourced) / all, counts);
  }
  if (about.has('clarity') && readability?.grade != null) {
    const { grade } = readability;
    const max = Math.min(
      ...rules.flatMap((rule) => (rule.kind === 'reading-level' ? (rule.max ?? []) : [])),
    );
    if (Number.isFinite(max)) {
      const counts = `Reads at grade ${formatNumber(grade)}; the aim is ${formatNumber(max)}.`;
      add('clarity', 100 - PER_GRADE * Math.max(0, grade - max), counts);
    }
  }
  if (about.has('tone') && sentences.length > 0) {
    const broken = new Set(
      of('tone').flatMap(({ range }) => (range ? sentenceAt(sentences, range.start) : [])),
    ).size;
    const counts = `${formatNumber(broken)} of ${countOf(sentences.length, 'sentence')} ${broken === 1 || sentences.length === 1 ? 'breaks' : 'break'} a rule.`;
    add('tone', 100 - (100 * broken) / sentences.length, counts);
  }
  if (about.has('completeness')) {
    const all = rules.filter(({ kind, terms }) => kind === 'require' && terms.length > 0).length;
    const missing = of('completeness').length;
    const counts = `${formatNumber(all - missing)} of ${countOf(all, 'required phrase')} ${all === 1 || all - missing === 1 ? 'is' : 'are'} there.`;
    if (all > 0) add('completeness', (100 * (all - missing)) / all, counts);
  }
  return scores;
}

function countOf(count: number, noun: string): string {
  return `${formatNumber(count)} ${count === 1 ? noun : `${noun}s`}`;
}
