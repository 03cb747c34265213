// How numbers, money, sizes, and times are written. Texts are American English, so numbers are, too.

let numberFormat: Intl.NumberFormat | undefined;

/** `12,000`. */
export function formatNumber(value: number): string {
  // A browser's first Intl object takes tens of milliseconds, so it isn't made while a page starts.
  numberFormat ??= new Intl.NumberFormat('en-US');
  return numberFormat.format(value);
}

/** `1 image`, `12,000 images`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** Formats an amount in the currency's smallest unit: 1900 eur is €19. */
export function formatMoney(amount: number, currency: string): string {
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const digits = money.resolvedOptions().maximumFractionDigits ?? 2;
  // Whole amounts are easier to read without their zeros.
  return money.format(amount / 10 ** digits).replace(/\.0+$/, '');
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** `1.4 GB`, in powers of a thousand, as storage is sold. */
export function formatBytes(bytes: number): string {
  if (bytes === 1) return '1 byte';
  let size = bytes;
  let unit = 0;
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || size >= 99.95 ? 0 : 1;
  return `${size.toLocaleString('en-US', { maximumFractionDigits: digits })} ${UNITS[unit]}`;
}

/** A moment: a Date, milliseconds, or an ISO string. */
export type Moment = Date | number | string;

/**
 * `November 28, 2026`, in the person's time zone; in UTC if that is unknown. The same on the server and in the browser.
 */
export function formatDay(moment: Moment, timeZone: string | null): string {
  return new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeZone: timeZone ?? 'UTC',
  }).format(new Date(moment));
}

/** `Nov 28, 2026, 7:05 PM`, in the person's time zone; in UTC if that is unknown. */
export function formatMoment(moment: Moment, timeZone: string | null): string {
  const text = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timeZone ?? 'UTC',
  }).format(new Date(moment));
  // Some versions of ICU put a narrow no-break space before AM and PM: server and browser must agree.
  return text.replaceAll('\u202f', ' ');
}

/** The day in the browser's language and time zone. Only in the browser, or where its text may change there. */
export function formatLocalDay(moment: Moment): string {
  return new Date(moment).toLocaleDateString(undefined, { dateStyle: 'medium' });
}

/** The same with the time of day. */
export function formatLocalMoment(moment: Moment): string {
  return new Date(moment).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

/**
 * The same with the time zone's name, for moments that people in different zones read: `Apr 18, 2025, 12:00 AM UTC`.
 */
export function formatZonedMoment(moment: Moment, timeZone: string | null): string {
  const text = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: timeZone ?? 'UTC',
    timeZoneName: 'short',
  }).format(new Date(moment));
  return text.replaceAll('\u202f', ' ');
}
