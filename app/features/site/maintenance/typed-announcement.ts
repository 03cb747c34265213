import { formatZonedMoment } from '~/lib/format/zoned-moment';
import { dayOf, twoDigits, wallClock } from '~/lib/local-days';
import { DAY_MS, MINUTE_MS } from '~/lib/time';

import { shellTexts } from '../texts';
import type { Announcement } from './maintenance';

export const MAX_ANNOUNCEMENT = 300;
const MAX_AHEAD_MS = 366 * DAY_MS;

/** What an admin typed; `until` is the value of a field of the type datetime-local. */
export interface TypedAnnouncement {
  text: string;
  until: string;
}

export type AnnouncementProblems = Partial<Record<keyof TypedAnnouncement, string>>;

/** Puts the text on one line, and reads the end in the time zone of the admin. */
export function readAnnouncement(
  typed: TypedAnnouncement,
  timeZone: string,
  now: Date,
): { announcement: Announcement | null; problems: AnnouncementProblems } {
  const text = typed.text
    .toWellFormed()
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
  const until = momentOf(typed.until, timeZone);
  const problems: AnnouncementProblems = {};
  if ([...text].length > MAX_ANNOUNCEMENT) {
    problems.text = shellTexts.announcementTooLong(MAX_ANNOUNCEMENT);
  }
  if (!until) problems.until = shellTexts.endMissing;
  else if (until <= now) problems.until = shellTexts.endPast;
  else if (until.getTime() - now.getTime() > MAX_AHEAD_MS) problems.until = shellTexts.endFar;
  const isGood = until !== null && Object.keys(problems).length === 0;
  return { announcement: isGood ? { text, until } : null, problems };
}

/** What people read, in their time zone. */
export function announcementText({ text, until }: Announcement, timeZone: string | null): string {
  const end = formatZonedMoment(until, timeZone);
  return text === '' ? shellTexts.maintenance(end) : text.replaceAll('{end}', () => end);
}

/** `YYYY-MM-DDTHH:MM` in the time zone, as a field of the type datetime-local has it. */
export function localText(moment: Date, timeZone: string): string {
  const { hour, minute } = wallClock(moment, timeZone);
  return `${dayOf(moment, timeZone)}T${twoDigits(hour)}:${twoDigits(minute)}`;
}

/**
 * The moment of a date and time in the time zone: the later one if clocks skip it, and either one if they show it
 * twice. Null if it isn't a valid date and time.
 */
export function momentOf(local: string, timeZone: string): Date | null {
  const shown = minutes(local);
  if (shown === null) return null;
  const offset = (moment: number) => minutes(localText(new Date(moment), timeZone))! - moment;
  const first = shown - offset(shown);
  const second = shown - offset(first);
  const exact = [second, first].find((moment) => moment + offset(moment) === shown);
  return new Date(exact ?? Math.max(first, second));
}

/** Milliseconds as if it were UTC, in whole minutes. */
function minutes(local: string): number | null {
  const [, date, time] =
    /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?$/.exec(local) ?? [];
  const moment = Date.parse(`${date}T${time}:00Z`);
  // Date.parse turns February 30 into a day in March.
  if (Number.isNaN(moment) || !new Date(moment).toISOString().startsWith(`${date}T${time}`)) {
    return null;
  }
  return Math.floor(moment / MINUTE_MS) * MINUTE_MS;
}
