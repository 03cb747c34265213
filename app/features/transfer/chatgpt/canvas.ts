import { fenced, titled } from './markdown';
import { fieldsOf, listOf, parsedOf, textOf } from './untrusted';

/** What an answer does to a document beside the conversation. */
export type CanvasAct =
  | { act: 'create'; name: string; type: string; content: string }
  | { act: 'update'; updates: readonly CanvasUpdate[] };

interface CanvasUpdate {
  /** A regular expression, of another language's kind. */
  pattern: string;
  multiple: boolean;
  replacement: string;
}

export interface CanvasDocument {
  name: string;
  type: string;
  content: string;
}

const MOST_UPDATES = 200;

/** The act that a call is, or null where it can't be read. */
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
    .slice(0, MOST_UPDATES)
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

/** The document after the updates, and whether all of them could be followed. */
export function updated(
  document: CanvasDocument,
  updates: readonly CanvasUpdate[],
): { document: CanvasDocument; followed: boolean } {
  let content = document.content;
  let followed = true;
  for (const { pattern, multiple, replacement } of updates) {
    if (EVERYTHING.test(pattern)) {
      content = replacement;
      continue;
    }
    const sought = literal(pattern);
    // Anything cleverer is not run: it comes from a stranger and may take for ever.
    if (sought === null || !content.includes(sought)) followed = false;
    else if (multiple) content = content.replaceAll(sought, () => replacement);
    else content = content.replace(sought, () => replacement);
  }
  return { document: { ...document, content }, followed };
}

/** `.*` in its spellings: the whole document is written anew. */
const EVERYTHING = /^(?:\(\?s\))?\^?(?:\.\*|\.\+|\[\\s\\S\][*+]|\(\.\*\)|\(\?s:\.\*\))\$?$/;

/** The text that a pattern without anything special in it means. */
function literal(pattern: string): string | null {
  const text = pattern
    .replace(/\\([^A-Za-z0-9])/g, '\uFFFF$1')
    .replace(/\\n/g, '\n')
    .replace(/\\t/g, '\t');
  if (text === '' || /(?<!\uFFFF)[\\^$.|?*+()[\]{}]/.test(text)) return null;
  return text.replaceAll('\uFFFF', '');
}

export function shownDocument({ name, type, content }: CanvasDocument): string {
  const language = /^code\/(.+)$/.exec(type)?.[1];
  return titled(name.replace(/_/g, ' '), language ? fenced(content, language) : content);
}
