import {
  type CalendarDay,
  timeZoneOrUtc,
  twoDigits,
  type WallClock,
  wallClock,
} from '../local-days';
import { DAY_MS } from '../time';
import { formatContext } from './context';

/** A moment: a Date, milliseconds, or an ISO string. */
export type Moment = Date | number | string;

/** Their English names. */
export const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** Null for UTC, undefined for the person's time zone. */
export type Zone = string | null | undefined;

export function zoneOf(zone: Zone): string {
  return timeZoneOrUtc(zone === undefined ? formatContext().zone : zone);
}

export function clockAt(moment: Moment, zone: Zone): WallClock {
  return wallClock(new Date(moment), zoneOf(zone));
}

export interface DayParts {
  month: 'long' | 'short';
  year: boolean;
}

export function dayText(date: CalendarDay, { month, year }: DayParts): string {
  const { monthFirst } = formatContext().conventions;
  const name = MONTHS[date.month - 1]!.slice(0, month === 'short' ? 3 : undefined);
  const text = monthFirst ? `${name} ${date.day}` : `${date.day} ${name}`;
  if (!year) return text;
  return `${text}${monthFirst ? ',' : ''} ${date.year}`;
}

export function timeText({ hour, minute }: WallClock): string {
  if (formatContext().conventions.clock === 24) return `${twoDigits(hour)}:${twoDigits(minute)}`;
  return `${hour % 12 || 12}:${twoDigits(minute)} ${hour < 12 ? 'AM' : 'PM'}`;
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

/** `Today, 3:40 PM`, `Yesterday`, `Nov 22`, or `Nov 22, 2025`. `now` decides what is today. */
export function formatRelativeDay(moment: Moment, now: Moment, zone?: Zone): string {
  const clock = clockAt(moment, zone);
  const present = clockAt(now, zone);
  const age = numberOf(present) - numberOf(clock);
  if (age === 0) return `Today, ${timeText(clock)}`;
  if (age === 1) return 'Yesterday';
  return dayText(clock, { month: 'short', year: clock.year !== present.year });
}

/** `Nov 21`, of a day as YYYY-MM-DD. */
export function formatChartDay(day: string): string {
  return dayText(wallClock(new Date(day), 'UTC'), { month: 'short', year: false });
}

/** Counts days, so that they can be compared. */
export function numberOf({ year, month, day }: CalendarDay): number {
  // Unlike Date.UTC, this takes the years before 100 as they are.
  return new Date(0).setUTCFullYear(year, month - 1, day) / DAY_MS;
}
