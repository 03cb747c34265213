import { APOSTROPHE, classOf, foldedWord, HYPHEN, IGNORED, LETTER, SPACE } from './characters';
import type { Prose } from './prose';

/** What stands between words that may belong to one phrase. */
export const GAP = ' ';

/** The words and marks of a text. A gap is a token, too; at a blank line and around what is hidden, phrases end. */
export interface Tokens {
  count: number;
  /** The number of a token in the dictionary; -1 for what no rule is about. */
  ids: Int32Array;
  starts: Int32Array;
  ends: Int32Array;
  /** The indexes of the tokens that are words. */
  words: Int32Array;
  wordCount: number;
}

/** Splits a text as `Dictionary` splits the terms of rules. */
export function tokenize({ text, hidden }: Prose, idOf: (folded: string) => number): Tokens {
  const most = text.length + 1;
  const ids = new Int32Array(most);
  const starts = new Int32Array(most);
  const ends = new Int32Array(most);
  const words = new Int32Array(most);
  let count = 0;
  let wordCount = 0;
  const known = new Map<string, [id: number, stem: number]>();
  const gap = idOf(GAP);

  const add = (id: number, start: number, end: number) => {
    ids[count] = id;
    starts[count] = start;
    ends[count] = end;
    count += 1;
  };

  for (let at = 0; at < text.length;) {
    if (hidden[at]) {
      const start = at;
      while (at < text.length && hidden[at]) at += 1;
      add(-1, start, at);
      continue;
    }
    const kind = classAt(text, at);
    if (kind === LETTER) {
      const end = endOfWord(text, hidden, at);
      const raw = text.slice(at, end);
      let entry = known.get(raw);
      if (!entry) {
        const folded = foldedWord(raw);
        const possessive = folded.length > 2 && folded.endsWith("'s");
        entry = possessive ? [idOf(folded.slice(0, -2)), idOf("'s")] : [idOf(folded), -2];
        known.set(raw, entry);
      }
      words[wordCount] = count;
      wordCount += 1;
      const [id, suffix] = entry;
      if (suffix === -2) add(id, at, end);
      else {
        add(id, at, end - 2);
        add(suffix, end - 2, end);
      }
      at = end;
    } else if (kind === SPACE) {
      const start = at;
      let lines = 0;
      while (at < text.length && !hidden[at] && classAt(text, at) === SPACE) {
        if (text[at] === '\n') lines += 1;
        at += 1;
      }
      add(lines > 1 ? -1 : gap, start, at);
    } else if (kind === HYPHEN && isJoint(text, at)) {
      const start = at;
      at += 1;
      while (at < text.length && classAt(text, at) === SPACE) at += 1;
      add(gap, start, at);
    } else if (kind === IGNORED) {
      at += 1;
    } else {
      add(idOf(text[at]!), at, at + 1);
      at += 1;
    }
  }
  return { count, ids, starts, ends, words, wordCount };
}

function classAt(text: string, at: number): number {
  return classOf(text.charCodeAt(at));
}

function endOfWord(text: string, hidden: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < text.length && !hidden[at]) {
    const kind = classAt(text, at);
    const joins = kind === APOSTROPHE || (kind === IGNORED && isInner(text[at]!));
    if (kind !== LETTER && !(joins && at + 1 < text.length && classAt(text, at + 1) === LETTER)) {
      break;
    }
    at += 1;
  }
  return at;
}

/** A soft hyphen, a zero-width space, or the underscore of a name. */
function isInner(mark: string): boolean {
  return mark !== '*' && mark !== '~';
}

/** A hyphen between the parts of a word, also where a line ends in it. */
function isJoint(text: string, at: number): boolean {
  if (at === 0 || classAt(text, at - 1) !== LETTER) return false;
  const next = text[at + 1] === '\n' ? at + 2 : at + 1;
  return next < text.length && classAt(text, next) === LETTER;
}

/** The tokens of a rule's term. */
export function termTokens(term: string): string[] {
  const text = term.trim();
  const names: string[] = [];
  const idOf = (folded: string) => {
    const known = names.indexOf(folded);
    return known === -1 ? names.push(folded) - 1 : known;
  };
  const { ids, count } = tokenize({ text, hidden: new Uint8Array(text.length), sources: [] }, idOf);
  return Array.from(ids.subarray(0, count), (id) => names[id] ?? GAP);
}
