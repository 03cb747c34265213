import { fieldsOf, parsedOf } from '~/lib/json';

import { fenced, titled } from './markdown';
import { listOf, textOf } from './untrusted';

/** What an answer does to a document of the canvas. */
export type CanvasAct =
  | { act: 'create'; name: string; type: string; content: string }
  | { act: 'update'; updates: readonly CanvasUpdate[] };

interface CanvasUpdate {
  /** A regular expression in another language's syntax. */
  pattern: string;
  multiple: boolean;
  replacement: string;
}

export interface CanvasDocument {
  name: string;
  type: string;
  content: string;
}

const MAX_UPDATES = 200;

export const CANVAS_BOUNDS = {
  /** Characters of a document up to which changes are applied, before and after. */
  length: 500_000,
  /** Characters of a pattern: a search in a malicious text takes the product of both lengths. */
  pattern: 10_000,
  /** Characters searched for all changes of an import; a text counts once for each `step` of the pattern. */
  search: 128_000_000,
  step: 100,
};

/** The act of a tool call; null when it can't be read. */
export function canvasAct(recipient: string, call: string): CanvasAct | null {
  const fields = fieldsOf(parsedOf(call));
  if (recipient === 'canmore.create_textdoc') {
    if (typeof fields.content !== 'string') return null;
    return {
      act: 'create',
      name: textOf(fields.name),
      type: textOf(fields.type),
      content: textOf(fields.content),
    };
  }
  const updates = listOf(fields.updates)
    .slice(0, MAX_UPDATES)
    .map(fieldsOf)
    .filter(
      ({ pattern, replacement }) => typeof pattern === 'string' && typeof replacement === 'string',
    )
    .map(({ pattern, multiple, replacement }) => ({
      pattern: textOf(pattern),
      multiple: multiple === true,
      replacement: textOf(replacement),
    }));
  return updates.length === 0 ? null : { act: 'update', updates };
}

/**
 * The document after the updates, and whether all of them could be applied. `search.left` shrinks by what was searched.
 */
export function updated(
  document: CanvasDocument,
  updates: readonly CanvasUpdate[],
  search: { left: number } = { left: CANVAS_BOUNDS.search },
): { document: CanvasDocument; followed: boolean } {
  let content = document.content;
  let followed = true;
  for (const { pattern, multiple, replacement } of updates) {
    if (pattern.length > CANVAS_BOUNDS.pattern) {
      followed = false;
    } else if (EVERYTHING.test(pattern)) {
      content = replacement;
    } else if (content.length > CANVAS_BOUNDS.length || costOf(content, pattern) > search.left) {
      followed = false;
    } else {
      search.left -= costOf(content, pattern);
      const changed = replaced(content, pattern, multiple, replacement);
      if (changed === null) followed = false;
      else content = changed;
    }
  }
  return { document: { ...document, content }, followed };
}

/** In a malicious text, a search for a long pattern takes the product of both lengths. */
function costOf(content: string, pattern: string): number {
  return content.length * (1 + Math.floor(pattern.length / CANVAS_BOUNDS.step));
}

/** The spellings of `.*`: the whole document is replaced. */
const EVERYTHING = /^(?:\(\?s\))?\^?(?:\.\*|\.\+|\[\\s\\S\][*+]|\(\.\*\)|\(\?s:\.\*\))\$?$/;

/**
 * Replaces what a pattern of plain words with `.*` between them finds. Null when it finds nothing, would let the document
 * grow too large, or is any other expression: it is untrusted, and running it might never end.
 */
function replaced(
  content: string,
  pattern: string,
  multiple: boolean,
  replacement: string,
): string | null {
  const words = plainWords(pattern);
  if (words === null) return null;
  const parts: string[] = [];
  let from = 0;
  let length = content.length;
  do {
    const place = find(content, words, from);
    if (place === null) break;
    length += replacement.length - (place.end - place.start);
    if (length > CANVAS_BOUNDS.length) return null;
    parts.push(content.slice(from, place.start), replacement);
    from = place.end;
  } while (multiple && from < content.length);
  return parts.length === 0 ? null : parts.join('') + content.slice(from);
}

const ANYTHING = /\(?(?:\.|\[\\s\\S\])[*+]\??\)?/;

/** The words of a pattern that has only `.*` between them; null for any other pattern. */
function plainWords(pattern: string): string[] | null {
  const bare = pattern.replace(/^\(\?[a-z]+\)/, '').replace(/^\^|(?<!\\)\$$/g, '');
  const words = bare.split(new RegExp(ANYTHING, 'g')).map(literal);
  return words.every((word) => word !== null) && words.some((word) => word !== '') ? words : null;
}

/** The text that a pattern matches literally; null when it has special characters. */
function literal(pattern: string): string | null {
  let text = '';
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]!;
    if (character === '\\') {
      const escaped = pattern[++at];
      if (escaped === undefined) return null;
      if (escaped === 'n') text += '\n';
      else if (escaped === 't') text += '\t';
      else if (/[A-Za-z0-9]/.test(escaped)) return null;
      else text += escaped;
    } else if (/[$^.|?*+()[\]{}]/.test(character)) {
      return null;
    } else {
      text += character;
    }
  }
  return text;
}

/** The first place where the words follow one another. A pattern that begins or ends with `.*` takes all on that side. */
function find(
  content: string,
  words: readonly string[],
  from: number,
): { start: number; end: number } | null {
  let start = -1;
  let end = from;
  for (const [index, word] of words.entries()) {
    const at = content.indexOf(word, end);
    if (at === -1) return null;
    if (index === 0) start = word === '' ? from : at;
    end = at + word.length;
  }
  return { start, end: words.at(-1) === '' ? content.length : end };
}

export function shownDocument({ name, type, content }: CanvasDocument): string {
  const language = /^code\/(.+)$/.exec(type)?.[1];
  return titled(name.replace(/_/g, ' '), language ? fenced(content, language) : content);
}
