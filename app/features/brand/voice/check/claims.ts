import type { Prose } from './prose';
import { type Sentence, sentenceAt } from './sentences';

/** What a sentence says before it names where something comes from, besides links and citation marks. */
const SOURCES = [
  'according to',
  'as reported by',
  'source:',
  'laut ',
  'zufolge',
  'nach angaben',
  'quelle:',
];
/** Units of a sentence that are looked through. */
const MAX_READ = 2_000;

/** Says whether the sentence at an offset names a source. */
export function sourceFinder(
  { text, sources }: Prose,
  sentences: readonly Sentence[],
): (offset: number) => boolean {
  const linked = new Set(sources.map((offset) => sentenceAt(sentences, offset)));
  const known = new Map<number, boolean>();
  return (offset) => {
    const index = sentenceAt(sentences, offset);
    if (linked.has(index)) return true;
    let named = known.get(index);
    if (named === undefined) {
      const { start, end } = sentences[index]!;
      named = namesSource(text.slice(start, Math.min(end, start + MAX_READ)).toLowerCase());
      known.set(index, named);
    }
    return named;
  };
}

function namesSource(sentence: string): boolean {
  return SOURCES.some((source) => {
    const at = sentence.indexOf(source);
    return at === 0 || (at > 0 && !/\p{L}/u.test(sentence[at - 1]!));
  });
}

const NEGATIONS = new Set(
  "no not never nothing without cannot can't won't isn't aren't wasn't doesn't don't kein keine keinen keiner keinem nicht nie niemals nichts weder ohne".split(
    ' ',
  ),
);
/** Behind a negation, they say that there is even more: "not only the best". */
const MORE = new Set(['just', 'only', 'merely', 'nur', 'bloß']);

/** Whether one of the words before a claim takes it back. */
export function isNegated(before: readonly string[]): boolean {
  return before.some((word, index) => NEGATIONS.has(word) && !MORE.has(before[index + 1] ?? ''));
}

const OFFERS = new Set(['off', 'discount', 'rabatt', 'nachlass', 'skonto']);

/** A percentage that is an offer, such as "20% off", claims nothing. */
export function isOffer(term: string, after: string): boolean {
  return /^(?:%|per ?cent|prozent)$/i.test(term) && OFFERS.has(after);
}

const RANK = /^(?:#1|number one|no\.? ?1|nr\.? ?1|nummer eins)$/i;
const BEFORE_RANK = new Set(
  "the a an our your their as is are was we're it's voted rated ranked named still die der das als ist sind zur zum unsere und and".split(
    ' ',
  ),
);

/** A number behind a noun, such as "booth #1" and "Hauptstraße Nr. 1", names a thing and ranks nothing. */
export function isNumbering(term: string, before: string): boolean {
  return RANK.test(term) && before !== '' && !BEFORE_RANK.has(before);
}

const PLAIN_BEST = new Set(
  'time times way ways part thing things place we you i they he she'.split(' '),
);

/** "The best time to come" and "the best we can" compare nothing with others. */
export function isPlainBest(term: string, after: string): boolean {
  return /(?:^| )best$/i.test(term) && PLAIN_BEST.has(after);
}

/** A question claims nothing, unless it tells what it asks for: "Did you know that…?" */
export function isAsked(text: string, { start, end }: Sentence): boolean {
  return (
    text[end - 1] === '?' &&
    !/^(?:did you know|wussten sie|wusstest du)/i.test(text.slice(start, start + 20))
  );
}
