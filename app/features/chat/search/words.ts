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

/** What is typed, as far as it is looked at. */
const MAX_QUERY = 200;
const MAX_WORDS = 20;

/** Words that must follow each other. */
export interface Phrase {
  words: string[];
  /** The last word may go on: it is still being typed. */
  open: boolean;
}

/** All of its phrases must be in a text. None: nothing that a text could be searched for. */
export interface SearchQuery {
  /** On one line, as it was typed. */
  text: string;
  phrases: Phrase[];
}

/**
 * Reads what was typed. What stands between quotes, and what is written without a blank ('well-known', an address), is
 * a phrase; everything else of the syntax of searches means nothing, so that no text is wrong.
 */
export function parseQuery(typed: string): SearchQuery {
  // Postgres takes neither NUL nor half a character.
  const text = typed
    .slice(0, MAX_QUERY)
    .toWellFormed()
    .replace(/[\s\0]+/gu, ' ')
    .trimStart();
  const phrases: Phrase[] = [];
  let left = MAX_WORDS;
  for (const { 0: part, index } of text.matchAll(/["“„”][^"“„”]*["“„”]?|[^\s"“„”]+/gu)) {
    const found: Word[] = [...wordsOf(part)].slice(0, left);
    const last = found.at(-1);
    if (!last) continue;
    left -= found.length;
    // Only where the typing stopped within a word: a blank, a quote or a sign ends it.
    const open = index + last.end === text.length;
    phrases.push({ words: found.map(({ folded }) => folded), open });
    if (left === 0) break;
  }
  return { text: text.trimEnd(), phrases };
}

/** As Postgres reads it; words have letters and digits only, so nothing in them needs care. */
export function toTsquery({ phrases }: SearchQuery): string {
  return phrases
    .map(({ words, open }) => {
      const terms = words.map((word, index) =>
        open && index === words.length - 1 ? `'${word}':*` : `'${word}'`,
      );
      return `(${terms.join(' <-> ')})`;
    })
    .join(' & ');
}

/** So much of a message is searched, in characters: what follows would not fit into one tsvector for sure. */
export const INDEXED_CHARACTERS = 200_000;

/** A tsvector takes 1 MB; its overhead for each word and place is counted generously. */
const MAX_BYTES = 900_000;
/** Postgres counts no further; words behind are found, but not as part of a phrase. */
const LAST_PLACE = 16_383;
/** As many places of one word as Postgres keeps. */
const MAX_PLACES = 255;

/** The words of a text and their places, as Postgres reads a tsvector. */
export function toTsvector(text: string): string {
  const places = new Map<string, number[]>();
  let bytes = 0;
  let place = 0;
  for (const { folded } of wordsOf(text)) {
    place = Math.min(place + 1, LAST_PLACE);
    let known = places.get(folded);
    if (!known) {
      bytes += Buffer.byteLength(folded) + 12;
      if (bytes > MAX_BYTES) break;
      places.set(folded, (known = []));
    }
    if (known.length === MAX_PLACES || known.at(-1) === place) continue;
    bytes += 2;
    known.push(place);
  }
  return Array.from(places, ([word, at]) => `'${word}':${at.join(',')}`).join(' ');
}
