import { normalizeText } from '~/lib/text/normalize';

/** Scripts without spaces between words. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const WORDS = /[\p{L}\p{N}\p{M}]+/gu;
const UNSPACED_CHARACTERS = new RegExp(`[${UNSPACED}]`, 'gu');
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
const PART_OF_WORD = /[\p{L}\p{N}\p{M}]/u;

/**
 * How fast people read silently, on average: 238 words a minute (Brysbaert 2019, a review of 190 studies), and some 500
 * characters of a script without spaces.
 */
const WORDS_A_MINUTE = 238;
const CHARACTERS_A_MINUTE = 500;

export interface TextSize {
  words: number;
  /** Of reading, at least one. */
  minutes: number;
}

/** Words of a text, each character of a script without spaces counted as one, and how long it takes to read. */
export function sizeOf(text: string): TextSize {
  const characters = text.match(UNSPACED_CHARACTERS)?.length ?? 0;
  const spaced = characters === 0 ? text : text.replace(UNSPACED_CHARACTERS, ' ');
  const words = spaced.match(WORDS)?.length ?? 0;
  const minutes = words / WORDS_A_MINUTE + characters / CHARACTERS_A_MINUTE;
  return { words: words + characters, minutes: Math.max(1, Math.round(minutes)) };
}

/** A text in which words and phrases are looked for, made once for all of them. */
export function searchable(text: string): string {
  return folded(text.replace(/[*`]/g, ''));
}

/** How often a word or phrase is used, in whatever case, as a whole word where words have spaces between them. */
export function usesOf(keyword: string, inSearchable: string): number {
  const phrase = folded(keyword).trim();
  if (phrase === '') return 0;
  const whole = !HAS_UNSPACED.test(phrase);
  let uses = 0;
  let at = inSearchable.indexOf(phrase);
  while (at !== -1) {
    const end = at + phrase.length;
    if (!whole || (isEdge(inSearchable, at, -1) && isEdge(inSearchable, end, 1))) uses += 1;
    at = inSearchable.indexOf(phrase, end);
  }
  return uses;
}

function folded(text: string): string {
  return normalizeText(text, 'NFC').toLowerCase().replace(/\s+/g, ' ');
}

function isEdge(text: string, at: number, side: -1 | 1): boolean {
  if (side === -1 ? at <= 0 : at >= text.length) return true;
  let from = side === -1 ? at - 1 : at;
  // The second half of a pair, whose first half is before it.
  const unit = text.charCodeAt(from);
  if (side === -1 && from > 0 && unit >= 0xdc00 && unit <= 0xdfff) from -= 1;
  return !PART_OF_WORD.test(String.fromCodePoint(text.codePointAt(from) ?? 0));
}
