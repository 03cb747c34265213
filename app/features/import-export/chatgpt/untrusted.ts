import { storable } from '~/lib/text/storable';
// An export may hold anything: these return what has the expected type, or an empty value.

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Without NULs and lone surrogates, which PostgreSQL rejects. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? storable(value) : '';
}

/** Empty for a text longer than `max`: a slice of it would keep the whole text in memory. */
export function shortText(value: unknown, max: number): string {
  return typeof value === 'string' && value.length <= max ? storable(value) : '';
}

/** The beginning of a text as a copy, so that the rest can be freed. */
export function beginningOf(text: string, length: number): string {
  return Buffer.from(text.slice(0, length)).toString();
}

/** Seconds since the epoch as milliseconds. */
export function timeOf(value: unknown): number | null {
  const number = typeof value === 'string' ? Number.parseFloat(value) : value;
  if (typeof number !== 'number' || !(number > 0)) return null;
  const time = Math.round(number * 1_000);
  return time <= MAX_TIME ? time : null;
}

/** The year 3000. */
const MAX_TIME = Date.UTC(3000, 0);
