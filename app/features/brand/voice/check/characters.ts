import { normalizeText } from '~/lib/text/normalize';

// What a UTF-16 unit is to the check. Texts have few different ones, so each is classified once.

const OTHER = 1;
export const LETTER = 2;
export const SPACE = 3;
export const APOSTROPHE = 4;
export const HYPHEN = 5;
/** Marks of emphasis and invisible characters, which don't interrupt a phrase. */
export const IGNORED = 6;

const known = new Uint8Array(0x1_00_00);

export function classOf(code: number): number {
  return known[code] || (known[code] = classify(String.fromCharCode(code)));
}

function classify(character: string): number {
  if (/[\p{L}\p{N}\p{M}]/u.test(character)) return LETTER;
  if (/\s/u.test(character)) return SPACE;
  if (/['’ʼ]/.test(character)) return APOSTROPHE;
  if (/[-‐‑]/.test(character)) return HYPHEN;
  if (/[*_~\u00ad\u200b]/.test(character)) return IGNORED;
  return OTHER;
}

/** A word as it is compared: its case, its kind of apostrophe, and how its accents and its ß are written don't matter. */
export function foldedWord(word: string): string {
  const plain = /^[a-z0-9]*$/.test(word) ? word : normalizeText(word, 'NFC').toLowerCase();
  return plain
    .replace(/[’ʼ]/g, "'")
    .replace(/[\u00ad\u200b]/g, '')
    .replaceAll('ß', 'ss');
}

/** A passage as it is compared with another: its blanks, its hyphens, and marks of emphasis don't matter either. */
export function foldedPassage(passage: string): string {
  return foldedWord(passage)
    .replace(/[*_~]/g, '')
    .replace(/[\s‐‑-]+/gu, ' ')
    .trim();
}
