// How numbers, money, sizes, durations, and times are written: in American English, by the conventions of the person's
// region (lib/format-context), in their time zone. What a browser renders is what the server rendered.
import { formatContext } from './format-context';
import { type CalendarDay, timeZoneOrUtc, type WallClock, wallClock } from './local-days';
import { DAY_MS } from './time';

/** `12,000`, with up to three decimals. */
export function formatNumber(value: number): string {
  return written(value, 3);
}

/** `1 image`, `12,000 images`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** For narrow places: `12.4K`, `3M`. Rounded down, so that it never promises more than there is. */
export function formatCompact(value: number): string {
  const [size, unit] = scaled(value, ['', 'K', 'M', 'B', 'T'], 1_000);
  const step = unit === '' || size >= 100 ? 1 : 10;
  return `${written(Math.floor(size * step) / step, 1)}${unit}`;
}

/** `1.4 GB`, in powers of a thousand, as storage is sold. */
export function formatBytes(bytes: number): string {
  const [size, unit] = scaled(bytes, ['bytes', 'KB', 'MB', 'GB', 'TB'], 999.5);
  if (bytes === 1) return '1 byte';
  return `${written(size, unit === 'bytes' || size >= 99.95 ? 0 : 1)} ${unit}`;
}

/** Divides by a thousand until the value is below `most`, and says which unit it has then. */
function scaled(value: number, units: readonly string[], most: number): [number, string] {
  let size = value;
  let unit = 0;
  while (size >= most && unit < units.length - 1) {
    size /= 1_000;
    unit += 1;
  }
  return [size, units[unit]!];
}

function written(value: number, maxDigits: number, minDigits = 0): string {
  const { decimal } = formatContext().conventions;
  const [whole = '', exact = ''] = Math.abs(value).toFixed(maxDigits).split('.');
  let fraction = exact;
  while (fraction.length > minDigits && fraction.endsWith('0')) fraction = fraction.slice(0, -1);
  const digits = grouped(whole) + (fraction === '' ? '' : decimal + fraction);
  return value < 0 && digits !== '0' ? `-${digits}` : digits;
}

function grouped(digits: string): string {
  const { group, lakhs } = formatContext().conventions;
  let text = digits.slice(-3);
  for (let end = digits.length - 3; end > 0; end -= lakhs ? 2 : 3) {
    text = digits.slice(Math.max(0, end - (lakhs ? 2 : 3)), end) + group + text;
  }
  return text;
}

/** Kept by currency: making one takes longer than everything else here. */
const currencies = new Map<string, { symbol: string; digits: number }>();

function currencyOf(code: string): { symbol: string; digits: number } {
  const known = currencies.get(code);
  if (known) return known;
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: code });
  const { value: symbol = code } =
    format.formatToParts(0).find(({ type }) => type === 'currency') ?? {};
  const made = { symbol, digits: format.resolvedOptions().maximumFractionDigits ?? 2 };
  currencies.set(code, made);
  return made;
}

/** Formats an amount in the currency's smallest unit: 1900 eur is €19. */
export function formatMoney(amount: number, currency: string): string {
  const { symbol, digits } = currencyOf(currency);
  const value = Math.abs(amount) / 10 ** digits;
  // Whole amounts are easier to read without their zeros.
  const number = written(value, digits, Number.isInteger(value) ? 0 : digits);
  const sign = amount < 0 ? '-' : '';
  const place = formatContext().conventions.currency;
  if (place === 'after') return `${sign}${number}\u00a0${symbol}`;
  const isSpaced = place === 'spaced' || /\p{L}$/u.test(symbol);
  return `${sign}${symbol}${isSpaced ? '\u00a0' : ''}${number}`;
}

const DURATIONS = {
  short: { second: ' s', minute: ' min', hour: ' h', day: ' d' },
  long: { second: ' second', minute: ' minute', hour: ' hour', day: ' day' },
};

/**
 * `45 s`, `2 min`, `1 h 20 min`, `3 d`, or `45 seconds`, `2 minutes`, `1 hour 20 minutes`, `3 days`. Minutes and more
 * are rounded; with `Math.ceil` it is never too soon afterwards.
 */
export function formatDuration(
  seconds: number,
  width: keyof typeof DURATIONS,
  round: (value: number) => number = Math.round,
): string {
  const part = (value: number, unit: keyof (typeof DURATIONS)['long']) =>
    `${formatNumber(value)}${DURATIONS[width][unit]}${width === 'long' && value !== 1 ? 's' : ''}`;
  const whole = round(seconds);
  if (whole < 60) return part(whole, 'second');
  const minutes = round(whole / 60);
  if (minutes < 60) return part(minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return part(round(minutes / 60 / 24), 'day');
  const left = minutes % 60;
  return left === 0 ? part(hours, 'hour') : `${part(hours, 'hour')} ${part(left, 'minute')}`;
}

/** The length of a video: `0:05`, `12:30`. */
export function formatPlayTime(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

const two = (part: number) => String(part).padStart(2, '0');

/** A moment: a Date, milliseconds, or an ISO string. */
export type Moment = Date | number | string;

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** Null for UTC, undefined for the person's time zone. */
type Zone = string | null | undefined;

function zoneOf(zone: Zone): string {
  return timeZoneOrUtc(zone === undefined ? formatContext().zone : zone);
}

function clockAt(moment: Moment, zone: Zone): WallClock {
  return wallClock(new Date(moment), zoneOf(zone));
}

interface DayParts {
  month: 'long' | 'short';
  year: boolean;
}

function dayText(date: CalendarDay, { month, year }: DayParts): string {
  const { monthFirst } = formatContext().conventions;
  const name = MONTHS[date.month - 1]!.slice(0, month === 'short' ? 3 : undefined);
  const text = monthFirst ? `${name} ${date.day}` : `${date.day} ${name}`;
  if (!year) return text;
  return `${text}${monthFirst ? ',' : ''} ${date.year}`;
}

function timeText({ hour, minute }: WallClock): string {
  if (formatContext().conventions.clock === 24) return `${two(hour)}:${two(minute)}`;
  return `${hour % 12 || 12}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** The day in the person's time zone. */
export function personDay(moment: Moment): CalendarDay {
  return clockAt(moment, undefined);
}

/** `November 28, 2026`, in sentences and headings. */
export function formatDay(moment: Moment, zone?: Zone): string {
  return dayText(clockAt(moment, zone), { month: 'long', year: true });
}

/** `Nov 28, 2026`, in lists and tables. */
export function formatShortDay(moment: Moment, zone?: Zone): string {
  return dayText(clockAt(moment, zone), { month: 'short', year: true });
}

/** `7:05 PM`. */
export function formatTime(moment: Moment, zone?: Zone): string {
  return timeText(clockAt(moment, zone));
}

/** `Nov 28, 2026, 7:05 PM`. */
export function formatMoment(moment: Moment, zone?: Zone): string {
  const clock = clockAt(moment, zone);
  return `${dayText(clock, { month: 'short', year: true })}, ${timeText(clock)}`;
}

/** The same with the time zone's name, for moments that people in different zones read: `… at 12:00 AM UTC`. */
export function formatZonedMoment(moment: Moment, zone?: Zone): string {
  const clock = clockAt(moment, zone);
  const day = dayText(clock, { month: 'long', year: true });
  return `${day} at ${timeText(clock)} ${zoneName(moment, zoneOf(zone))}`;
}

/** `PST`, `GMT+1`, `UTC`. */
function zoneName(moment: Moment, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    timeZoneName: 'short',
  }).formatToParts(new Date(moment));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** `Today, 3:40 PM`, `Yesterday`, `Nov 22`, or `Nov 22, 2025`. `now` decides what is today. */
export function formatRelativeDay(moment: Moment, now: Moment, zone?: Zone): string {
  const clock = clockAt(moment, zone);
  const present = clockAt(now, zone);
  const age = numberOf(present) - numberOf(clock);
  if (age === 0) return `Today, ${timeText(clock)}`;
  if (age === 1) return 'Yesterday';
  return dayText(clock, { month: 'short', year: clock.year !== present.year });
}

/** Above what belongs to a day: `Today`, `Yesterday`, `Saturday, November 21`, with the year if it isn't this one. */
export function formatDayHeading(day: CalendarDay, today: CalendarDay): string {
  const age = numberOf(today) - numberOf(day);
  if (age === 0) return 'Today';
  if (age === 1) return 'Yesterday';
  const weekday = WEEKDAYS[new Date(numberOf(day) * DAY_MS).getUTCDay()]!;
  return `${weekday}, ${dayText(day, { month: 'long', year: day.year !== today.year })}`;
}

/** `Nov 21`, of a day as YYYY-MM-DD. */
export function formatChartDay(day: string): string {
  return dayText(wallClock(new Date(day), 'UTC'), { month: 'short', year: false });
}

/** `Nov 22, 2026`, `Nov 22 – 28, 2026`, `Nov 22 – Dec 3, 2026`, or `Nov 22, 2025 – Jan 3, 2026`. */
export function formatDayRange(from: CalendarDay, to: CalendarDay = from): string {
  const whole: DayParts = { month: 'short', year: true };
  if (numberOf(from) === numberOf(to)) return dayText(to, whole);
  if (from.year !== to.year) return `${dayText(from, whole)} – ${dayText(to, whole)}`;
  const first = dayText(from, { month: 'short', year: false });
  if (from.month !== to.month) return `${first} – ${dayText(to, whole)}`;
  if (formatContext().conventions.monthFirst) return `${first} – ${to.day}, ${to.year}`;
  return `${from.day} – ${dayText(to, whole)}`;
}

/** Counts days, so that they can be compared. */
function numberOf({ year, month, day }: CalendarDay): number {
  // Unlike Date.UTC, this takes the years before 100 as they are.
  return new Date(0).setUTCFullYear(year, month - 1, day) / DAY_MS;
}
