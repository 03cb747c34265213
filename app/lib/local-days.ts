// Calendar days (`YYYY-MM-DD`) in a person's time zone.
import { DAY_MS, MINUTE_MS } from './time';

/** Farther from UTC than any time zone. */
const MAX_OFFSET_MS = 15 * 60 * MINUTE_MS;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    calendar: 'iso8601',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  });
  formats.set(zone, made);
  return made;
}

/** A day of the calendar; `month` counts from 1. */
export interface CalendarDay {
  year: number;
  month: number;
  day: number;
}

/** What calendar and clock show. */
export interface WallClock extends CalendarDay {
  hour: number;
  minute: number;
}

/** Since then, clocks have only changed at a quarter of an hour and by quarters of an hour, in every zone. */
const QUARTERS_SINCE = Date.UTC(1975, 0);
const QUARTER_MS = 15 * MINUTE_MS;

/** What clocks show at the beginning of a quarter: asking Intl takes microseconds, and a list asks often. */
const clocks = new Map<string, WallClock>();
const MAX_CLOCKS = 5_000;

/** What calendar and clock show in this zone at this moment. */
export function wallClock(moment: Date, zone: string): WallClock {
  const time = moment.getTime();
  if (!(time >= QUARTERS_SINCE)) return askIntl(moment, zone);
  const since = time % QUARTER_MS;
  const key = `${time - since} ${zone}`;
  const clock = clocks.get(key) ?? askIntl(new Date(time - since), zone);
  if (clocks.size >= MAX_CLOCKS) clocks.clear();
  clocks.set(key, clock);
  return { ...clock, minute: clock.minute + Math.floor(since / MINUTE_MS) };
}

function askIntl(moment: Date, zone: string): WallClock {
  const clock: WallClock = { year: 0, month: 0, day: 0, hour: 0, minute: 0 };
  for (const { type, value } of formatIn(zone).formatToParts(moment)) {
    if (type in clock) clock[type as keyof WallClock] = Number(value);
  }
  return clock;
}

/** The zone itself if this machine knows it, otherwise UTC. */
export function timeZoneOrUtc(zone: string | null): string {
  if (zone === null) return 'UTC';
  try {
    formatIn(zone);
    return zone;
  } catch {
    // A name that only another browser knows.
    return 'UTC';
  }
}

/** The day in this zone at this moment. */
export function dayOf(moment: Date, zone: string): string {
  const { year, month, day } = wallClock(moment, zone);
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** `7` as `07`. */
export const twoDigits = (part: number) => String(part).padStart(2, '0');

/** The day that is this many days later, or earlier if negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The first moment of a day: not always midnight, because some zones change their clocks then. */
export function startOfDay(day: string, zone: string): Date {
  const midnight = Date.parse(day);
  let before = midnight - MAX_OFFSET_MS;
  let within = midnight + MAX_OFFSET_MS;
  while (within - before > MINUTE_MS) {
    const middle = before + Math.floor((within - before) / 2 / MINUTE_MS) * MINUTE_MS;
    if (dayOf(new Date(middle), zone) < day) before = middle;
    else within = middle;
  }
  return new Date(within);
}

/** The last `count` days including the one of `now`, oldest first. */
export function lastDays(count: number, now: Date, zone: string): string[] {
  const today = dayOf(now, zone);
  return Array.from({ length: count }, (_, index) => addDays(today, index - count + 1));
}

/** Whether this is a valid calendar day. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
