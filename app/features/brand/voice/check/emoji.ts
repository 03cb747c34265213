import type { Prose } from './prose';
import type { Sentence } from './sentences';

const JOINER = 0x20_0d;
const EMOJI_STYLE = 0xfe_0f;
const KEYCAP = 0x20_e3;

/** The emoji of a text, each with what belongs to it: skin tones, families, flags, and keycaps count once. */
export function emojiIn({ text, hidden }: Prose): Sentence[] {
  const found: Sentence[] = [];
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at)!;
    const end = hidden[at] ? at : endOfEmoji(text, at, code);
    if (end > at) {
      found.push({ start: at, end });
      at = end;
    } else at += size(code);
  }
  return found;
}

/** Where the emoji that begins here ends; `at` when there is none. */
function endOfEmoji(text: string, at: number, code: number): number {
  const next = at + size(code);
  const after = text.codePointAt(next) ?? 0;
  if (code < 0x20_3c) {
    // A digit, # or * with a keycap around it.
    const cap = after === EMOJI_STYLE ? (text.codePointAt(next + 1) ?? 0) : after;
    const isKey = cap === KEYCAP && /[\d#*]/.test(text[at]!);
    return isKey ? next + (after === EMOJI_STYLE ? 2 : 1) : at;
  }
  if (isFlagLetter(code)) return isFlagLetter(after) ? next + size(after) : at;
  if (!isEmoji(code) && !(after === EMOJI_STYLE && isSymbol(code))) return at;
  let end = next;
  for (;;) {
    const code = text.codePointAt(end) ?? 0;
    if (code === EMOJI_STYLE || isTone(code)) end += size(code);
    else if (code === JOINER && isSymbol(text.codePointAt(end + 1) ?? 0)) {
      end += 1 + size(text.codePointAt(end + 1)!);
    } else return end;
  }
}

function size(code: number): number {
  return code > 0xff_ff ? 2 : 1;
}

function isFlagLetter(code: number): boolean {
  return code >= 0x1_f1_e6 && code <= 0x1_f1_ff;
}

function isTone(code: number): boolean {
  return code >= 0x1_f3_fb && code <= 0x1_f3_ff;
}

const known = new Map<number, boolean>();

/** Shown in colors by itself. */
function isEmoji(code: number): boolean {
  if (code < 0x23_1a) return false;
  let is = known.get(code);
  if (is === undefined) {
    is = /\p{Emoji_Presentation}/u.test(String.fromCodePoint(code));
    if (known.size < 10_000) known.set(code, is);
  }
  return is;
}

function isSymbol(code: number): boolean {
  return code >= 0x20_3c && /\p{Extended_Pictographic}/u.test(String.fromCodePoint(code));
}
