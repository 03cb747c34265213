import { normalizeText } from '~/lib/text/normalize';

import type { Sentence } from './sentences';
import type { Tokens } from './tokens';

export type Language = 'en' | 'de';

/** A text with fewer words has no reading level. */
const MIN_WORDS = 10;
/** A shorter sentence isn't hard, whatever a formula makes of it. */
const MIN_SENTENCE = 6;
/** Sentences that are marked. */
const MAX_HARD = 3;

export interface Readability {
  language: Language;
  /** The school year in which people read such a text; null when it is too short to say. */
  grade: number | null;
  /** The hardest sentences with their own grades, at most three, in the order of the text. */
  hardest: (Sentence & { grade: number })[];
}

interface Counts {
  words: number;
  syllables: number;
  /** Words of three or more syllables, of one, and of more than six letters. */
  long: number;
  short: number;
  wide: number;
}

const words = (list: string) => new Set(list.split(' '));
const COMMON = {
  en: words(
    'the and of to in is it that for you with on are this be as at have from or we your our not',
  ),
  de: words(
    'der die das und ist in zu den mit von für auf nicht ein eine sich des dem im wir sie es auch',
  ),
};

export function readabilityOf(
  text: string,
  sentences: readonly Sentence[],
  { words, wordCount, starts, ends }: Tokens,
): Readability {
  const folded = new Map<string, string>();
  const list: { word: string; start: number }[] = [];
  const common = { en: 0, de: 0 };
  for (let index = 0; index < wordCount; index += 1) {
    const token = words[index]!;
    const raw = text.slice(starts[token], ends[token]);
    let word = folded.get(raw);
    if (word === undefined) {
      word = normalizeText(raw, 'NFC').toLowerCase();
      folded.set(raw, word);
    }
    if (COMMON.en.has(word)) common.en += 1;
    if (COMMON.de.has(word)) common.de += 1;
    list.push({ word, start: starts[token]! });
  }
  const language = common.de > common.en ? 'de' : 'en';
  const counts = countSentences(list, sentences, language);
  const used = counts.filter(({ words }) => words > 0);
  const all = used.reduce(sum, EMPTY);
  if (all.words < MIN_WORDS) return { language, grade: null, hardest: [] };
  const hardest = sentences
    .map((sentence, index) => ({ ...sentence, index, words: counts[index]!.words }))
    .filter(({ words }) => words >= MIN_SENTENCE)
    .map(({ start, end, index }) => ({ start, end, grade: gradeOf(counts[index]!, 1, language) }))
    .sort((one, other) => other.grade - one.grade)
    .slice(0, MAX_HARD)
    .sort((one, other) => one.start - other.start);
  return { language, grade: gradeOf(all, used.length, language), hardest };
}

const EMPTY: Counts = { words: 0, syllables: 0, long: 0, short: 0, wide: 0 };

function sum(one: Counts, other: Counts): Counts {
  return {
    words: one.words + other.words,
    syllables: one.syllables + other.syllables,
    long: one.long + other.long,
    short: one.short + other.short,
    wide: one.wide + other.wide,
  };
}

function countSentences(
  list: readonly { word: string; start: number }[],
  sentences: readonly Sentence[],
  language: Language,
): Counts[] {
  const syllables = new Map<string, number>();
  const counts = sentences.map(() => ({ ...EMPTY }));
  let index = 0;
  for (const { word, start } of list) {
    while (index < sentences.length - 1 && sentences[index]!.end <= start) index += 1;
    const count = counts[index]!;
    let spoken = syllables.get(word);
    if (spoken === undefined) {
      spoken = syllablesOf(word, language);
      syllables.set(word, spoken);
    }
    count.words += 1;
    count.syllables += spoken;
    if (spoken >= 3) count.long += 1;
    if (spoken === 1) count.short += 1;
    if (word.length > 6) count.wide += 1;
  }
  return counts;
}

/** How many syllables a word has, by its vowels: right for most words, and for texts on average. */
function syllablesOf(word: string, language: Language): number {
  // A longer one is no word; a number is read as one.
  const letters = word.slice(0, 60);
  if (language === 'de') {
    return Math.max(1, letters.match(/aa|ai|au|äu|ay|ee|ei|eu|ey|ie|oo|[aeiouyäöü]/g)?.length ?? 1);
  }
  const groups = letters.match(/[aeiouyàâäéèêëïîôöûü]+/g)?.length ?? 1;
  const silent = /[^aeiouyl]e$|[^aeiouydt]ed$|[^aeiouyscxz]es$/.test(letters) ? 1 : 0;
  return Math.max(1, groups - silent);
}

/**
 * English by Flesch and Kincaid's grade level, German by the first of Bamberger and Vanecek's Wiener Sachtextformeln; both name
 * the school year that a text suits.
 */
function gradeOf(counts: Counts, sentences: number, language: Language): number {
  const { words, syllables, long, short, wide } = counts;
  const length = words / sentences;
  const share = (part: number) => (100 * part) / words;
  const grade =
    language === 'de'
      ? 0.1935 * share(long) +
        0.1672 * length +
        0.1297 * share(wide) -
        0.0327 * share(short) -
        0.875
      : 0.39 * length + (11.8 * syllables) / words - 15.59;
  return Math.max(1, Math.round(grade * 10) / 10);
}
