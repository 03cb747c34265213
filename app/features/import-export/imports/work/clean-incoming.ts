// What comes from elsewhere, as it can be stored here. Rules without I/O.

/** Text without what Postgres cannot hold: NUL, and halves of characters. */
export function cleanText(text: string): string {
  const whole = text.includes('\0') ? text.replaceAll('\0', '') : text;
  return whole.toWellFormed();
}

/** The end of the year 9999: no date of a person's lies behind it. */
const LATEST_MS = 253_402_300_799_999;

/** A time that is one, in whole milliseconds; else null. */
export function cleanTime(time: number | null): number | null {
  if (time === null || !Number.isFinite(time) || time < 0 || time > LATEST_MS) return null;
  return Math.trunc(time);
}

/** One that has been: a list sorted by time must not begin with the year 9999 for ever. */
export function pastTime(time: number | null, now: number): number | null {
  const clean = cleanTime(time);
  return clean === null ? null : Math.min(clean, now);
}

/** How many messages, as its export says. */
export function cleanCount(count: number): number {
  return Number.isSafeInteger(count) ? Math.min(Math.max(count, 0), 2 ** 31 - 1) : 0;
}
