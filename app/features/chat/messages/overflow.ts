/** Which fields of a message are too large for its row (docs/product.md, Message overflow). Rules without I/O. */

/** The most characters (code points) of content or context in a row. */
export const MAX_TEXT = 500_000;
/** The characters that the row keeps of a longer text. */
const ROW_CHARACTERS = 200;
const MAX_FILES = 5;
const ROW_FILES = 3;
const MAX_URLS = 10;
const ROW_URLS = 5;

/** Follows the beginning of a text that continues elsewhere. */
export const CONTINUATION_NOTE = '…\n\n[Continues in the full text.]';
/** What rows of earlier releases have in its place. */
const EARLIER_NOTE = '…\n\n[The text goes on from here.]';
/** Follows it when the rest was requested and can't be read. */
const REST_MISSING_NOTE = '…\n\n[The rest of this text couldn’t be loaded.]';

export interface MessageFile {
  name: string;
  /** A media type. */
  type: string;
  /** Bytes. */
  size: number;
  /** The attachment to download; null if only the file's name is known. */
  id: string | null;
}

/** The fields of a message that may overflow. */
export interface MessageFields {
  content: string;
  context: string;
  files: MessageFile[];
  fullContentUrls: string[];
}

export type OverflowField = keyof MessageFields;

/** True when a text has more characters than a row holds. */
export function isTooLong(text: string): boolean {
  if (text.length <= MAX_TEXT) return false;
  // A character has at most two UTF-16 units.
  if (text.length > MAX_TEXT * 2) return true;
  let characters = text.length;
  for (let at = 0; at < text.length - 1; at += 1) {
    const pair = isHigh(text.charCodeAt(at)) && isLow(text.charCodeAt(at + 1));
    if (pair) {
      characters -= 1;
      at += 1;
    }
  }
  return characters > MAX_TEXT;
}

/** The beginning of a long text, with no split character, and a note. Other texts stay unchanged. */
export function shownText(text: string): string {
  return isTooLong(text) ? beginningOf(text) + CONTINUATION_NOTE : text;
}

/** The text of an overflowed row whose rest can't be read. */
export function withoutRest(stored: string): string {
  const note = [CONTINUATION_NOTE, EARLIER_NOTE].find((text) => stored.endsWith(text)) ?? '';
  return stored.slice(0, stored.length - note.length) + REST_MISSING_NOTE;
}

/** What the row of a message keeps, for each field that is too large for it. */
export function overflowOf(fields: MessageFields): Partial<MessageFields> {
  const { content, context, files, fullContentUrls } = fields;
  return {
    ...(isTooLong(content) && { content: shownText(content) }),
    ...(isTooLong(context) && { context: shownText(context) }),
    ...(files.length > MAX_FILES && { files: files.slice(0, ROW_FILES) }),
    ...(fullContentUrls.length > MAX_URLS && {
      fullContentUrls: fullContentUrls.slice(0, ROW_URLS),
    }),
  };
}

function beginningOf(text: string): string {
  // Twice as many units contain the characters even if all of them are pairs.
  return [...text.slice(0, ROW_CHARACTERS * 2)].slice(0, ROW_CHARACTERS).join('');
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
