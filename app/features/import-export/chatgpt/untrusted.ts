// What an export holds may be anything: these take what is as it should be, and nothing else.

export type Fields = Readonly<Record<string, unknown>>;

const NONE: Fields = {};

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : NONE;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Text as it can be stored: without NUL and halves of characters. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? storable(value) : '';
}

function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** A short text, or nothing where it is longer than such a text is: a part of it would keep the whole in memory. */
export function shortText(value: unknown, longest: number): string {
  return typeof value === 'string' && value.length <= longest ? storable(value) : '';
}

/** The beginning of a text as a text of its own, of which the rest can go. */
export function beginningOf(text: string, length: number): string {
  return Buffer.from(text.slice(0, length)).toString();
}

/** Seconds since the epoch as milliseconds. */
export function timeOf(value: unknown): number | null {
  const number = typeof value === 'string' ? Number.parseFloat(value) : value;
  if (typeof number !== 'number' || !(number > 0)) return null;
  const time = Math.round(number * 1_000);
  return time <= LATEST ? time : null;
}

/** Times beyond the year 3000 are none. */
const LATEST = Date.UTC(3000, 0);

/** What the text says as JSON, or nothing. */
export function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Its writer was cut off, or it never was JSON: for the caller it holds nothing.
    return undefined;
  }
}
