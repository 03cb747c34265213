import { normalizeText } from '~/lib/text/normalize';

// Defines what a word is, for the index, for queries, and for highlighting: one rule for all three and for every language,
// independent of the database's locale.

export interface Word {
  /** The form that is compared: without case and accents. */
  folded: string;
  /** Its position in the text, in UTF-16 units. */
  start: number;
  end: number;
}

/** Longer words (keys, data in base64) are found by their beginning. */
const MAX_LENGTH = 64;
/** The units that are read of one word, which may have many accents that don't count. */
const MAX_READ = 1_000;

/** Scripts written without spaces: each character counts as a word, and a typed word is a phrase of them. */
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

/** Letters that aren't accented ones, but that people type as others if their keyboard lacks them. */
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

/** Accents of Latin, Greek, and Cyrillic, and the vowel signs of Arabic and Hebrew, which are mostly left out. */
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

/** Limits of a query, in UTF-16 units and words; the rest is ignored. */
const MAX_QUERY = 200;
const MAX_WORDS = 20;

/** Words that must follow each other. */
export interface Phrase {
  words: string[];
  /** The last word may be unfinished, because it is still being typed. */
  open: boolean;
}

/** A text must have all of the phrases; without phrases, there is nothing to search texts for. */
export interface SearchQuery {
  /** As typed, on one line. */
  text: string;
  phrases: Phrase[];
}

/**
 * Parses what was typed. A text in quotation marks or without spaces ('well-known', an address) is a phrase. There is no
 * other syntax, so every text is a valid query.
 */
export function parseQuery(typed: string): SearchQuery {
  // Strip NULs and lone surrogates: PostgreSQL rejects them.
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
    // Open only if the text ends within the word: a space, a quotation mark, or a symbol ends it.
    const open = index + last.end === text.length;
    phrases.push({ words: found.map(({ folded }) => folded), open });
    if (left === 0) break;
  }
  return { text: text.trimEnd(), phrases };
}

/** The query in PostgreSQL's syntax. Nothing in words needs escaping: they have only letters, digits, and emoji. */
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

/** The number of characters of a message that are searched; more may not fit into one tsvector. */
export const INDEXED_CHARACTERS = 200_000;

/** A tsvector holds 1 MB; its overhead for each word and place is estimated generously. */
const MAX_BYTES = 900_000;
/** The highest place in PostgreSQL; words after it are found, but not as part of a phrase. */
const LAST_PLACE = 16_383;
/** The number of places that PostgreSQL stores for one word. */
const MAX_PLACES = 255;

/** The words of a text and their places, as a tsvector in PostgreSQL's syntax. */
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
