import type { Announcement } from './maintenance';
import { shellTexts } from '../texts';
import { momentOf } from './zoned-time';

export const MAX_ANNOUNCEMENT = 300;
const MAX_MS = 366 * 24 * 60 * 60 * 1_000;

/** What an admin typed: the end as a field of type datetime-local has it. */
export interface TypedAnnouncement {
  text: string;
  until: string;
}

export type AnnouncementProblems = Partial<Record<keyof TypedAnnouncement, string>>;

/** On one line, in the time zone it was typed in. */
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
  else if (until.getTime() - now.getTime() > MAX_MS) problems.until = shellTexts.endFar;
  const isGood = until !== null && Object.keys(problems).length === 0;
  return { announcement: isGood ? { text, until } : null, problems };
}
