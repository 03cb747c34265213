import { normalizeText } from '~/lib/text/normalize';

// What a word is, for the index, for what is typed and for what is highlighted: one rule for all three, and for every
// language, whatever the database's locale is.

export interface Word {
  /** As it is compared: without case and accents. */
  folded: string;
  /** Where it stands in the text, in UTF-16 units. */
  start: number;
  end: number;
}

/** Longer ones (keys, data in base64) are found by their beginning. */
const MAX_LENGTH = 64;
/** Of one with many accents, which do not count. */
const MAX_READ = 1_000;

/** Scripts written without blanks: each character counts as a word, and a word that is typed is a phrase of them. */
const UNSPACED =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const WORD = `(?=[\\p{L}\\p{N}])[${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+|\\p{Extended_Pictographic}`;

/** The words of a text in order. */
export function* wordsOf(text: string): Generator<Word> {
  for (const { 0: found, index } of text.matchAll(new RegExp(WORD, 'gu'))) {
    const folded = fold(found);
    // A lone accent folds to nothing.
    if (folded !== '') yield { folded, start: index, end: index + found.length };
  }
}

/** Letters that are not a letter with an accent, but are typed as others where they are not on the keyboard. */
const SAME: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ς: 'σ',
};
const SAME_LETTERS = new RegExp(`[${Object.keys(SAME).join('')}]`, 'gu');

/** Accents of Latin, Greek and Cyrillic, and the vowel signs of Arabic and Hebrew, which are mostly left out. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;

const ASCII = /^[\x00-\x7f]*$/;

/** Without case and accents, so that 'arger' finds 'ÄRGER'. */
export function fold(text: string): string {
  const read = text.slice(0, MAX_READ);
  if (ASCII.test(read)) return read.toLowerCase().slice(0, MAX_LENGTH);
  const bare = normalizeText(read.toLowerCase(), 'NFKD')
    .replace(ACCENTS, '')
    .replace(SAME_LETTERS, (letter) => SAME[letter] ?? letter);
  return normalizeText(bare, 'NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}]/gu, '')
    .slice(0, MAX_LENGTH)
    .toWellFormed();
}
