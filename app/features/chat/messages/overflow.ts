/** What of a message is too large for its row (docs/product.md, Message overflow). Rules without I/O. */

/** Characters (code points) of content or context that a row holds at the most. */
export const MAX_TEXT = 500_000;
/** What the row keeps of a longer one. */
const KEPT_CHARACTERS = 200;
const MAX_FILES = 5;
const KEPT_FILES = 3;
const MAX_URLS = 10;
const KEPT_URLS = 5;

/** Follows what is kept of a text. */
export const CONTINUATION_NOTE = '…\n\n[The text goes on from here.]';
/** Follows it where the rest was wanted and could not be had. */
const REST_MISSING_NOTE = '…\n\n[The rest of this text could not be read.]';

export interface MessageFile {
  name: string;
  /** A media type. */
  type: string;
  /** Bytes. */
  size: number;
  /** The attachment to download; null where only its name came along. */
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

/** True when it has more characters than a row holds. */
export function isTooLong(text: string): boolean {
  if (text.length <= MAX_TEXT) return false;
  // Two UTF-16 units are one character at the least.
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

/** The beginning of a long text, never with half a character, and the note that it goes on. Others stay as they are. */
export function shownText(text: string): string {
  return isTooLong(text) ? keptText(text) + CONTINUATION_NOTE : text;
}

/** What a row that has overflowed says when the rest cannot be had. */
export function withoutRest(kept: string): string {
  const text = kept.endsWith(CONTINUATION_NOTE) ? kept.slice(0, -CONTINUATION_NOTE.length) : kept;
  return text + REST_MISSING_NOTE;
}

/** What the row of a message keeps, for each field that is too large for it. */
export function overflowOf(fields: MessageFields): Partial<MessageFields> {
  const { content, context, files, fullContentUrls } = fields;
  return {
    ...(isTooLong(content) && { content: shownText(content) }),
    ...(isTooLong(context) && { context: shownText(context) }),
    ...(files.length > MAX_FILES && { files: files.slice(0, KEPT_FILES) }),
    ...(fullContentUrls.length > MAX_URLS && {
      fullContentUrls: fullContentUrls.slice(0, KEPT_URLS),
    }),
  };
}

function keptText(text: string): string {
  // Twice as many units hold the characters, however many of them are pairs.
  return [...text.slice(0, KEPT_CHARACTERS * 2)].slice(0, KEPT_CHARACTERS).join('');
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
