import { wordsOf, type Word } from './words';

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
