import type { Prose } from './prose';

export interface Sentence {
  start: number;
  end: number;
}

/** A dot behind these ends no sentence. */
const ABBREVIATIONS = new Set(
  'approx bzw ca co dr e.g eg etc ggf i.e inc inkl jr mr mrs ms nr no prof sr st str tel u.a usw vgl vs z.b zzgl'.split(
    ' ',
  ),
);
const END = new Set('.!?…');
const CLOSING = new Set('"\'”’“)*_~»«');
/** A line that begins so is a sentence of its own. */
const LINE_START = /[\p{Lu}\p{N}#>*+|•„“"«-]/u;

/** The sentences of a text, without the blanks around them; headings, list items, and lines of a post count as sentences. */
export function sentencesOf({ text, hidden }: Prose): Sentence[] {
  const found: Sentence[] = [];
  let start = 0;
  const close = (end: number) => {
    let from = start;
    let to = end;
    while (from < to && isBlank(text[from]!)) from += 1;
    while (to > from && isBlank(text[to - 1]!)) to -= 1;
    if (to > from) found.push({ start: from, end: to });
    start = end;
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    if (character === '\n') {
      if (endsLine(text, at)) close(at + 1);
      continue;
    }
    if (hidden[at] || !END.has(character)) continue;
    let end = at + 1;
    while (end < text.length && (END.has(text[end]!) || CLOSING.has(text[end]!))) end += 1;
    // A citation belongs to the sentence before it, even behind a blank.
    const mark = text[end] === ' ' ? end + 1 : end;
    if (text[mark] === '[' && hidden[mark]) {
      end = mark;
      while (end < text.length && hidden[end]) end += 1;
    }
    const isEnd = end >= text.length || isBlank(text[end]!);
    if (isEnd && !(character === '.' && isAbbreviated(text, at, end))) close(end);
    at = end - 1;
  }
  close(text.length);
  return found;
}

function endsLine(text: string, at: number): boolean {
  const next = text[at + 1];
  return next === undefined || isBlank(next) || LINE_START.test(next);
}

function isAbbreviated(text: string, dot: number, end: number): boolean {
  let from = dot;
  while (from > 0 && from > dot - 8 && !isBlank(text[from - 1]!)) from -= 1;
  const word = text.slice(from, dot).toLowerCase();
  if (ABBREVIATIONS.has(word)) return true;
  // An initial, as in "z. B.", and the number of a list or a date.
  if (/^[\p{L}]$/u.test(word) && word !== 'i') return true;
  if (/^\d{1,2}$/.test(word)) return true;
  return /^[\p{Ll}]/u.test(text.slice(end + 1, end + 2));
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\t' || /\s/u.test(character);
}

/** The index of the sentence that has this offset; a sentence's end belongs to it. */
export function sentenceAt(sentences: readonly Sentence[], offset: number): number {
  let low = 0;
  let high = sentences.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (sentences[middle]!.start <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
