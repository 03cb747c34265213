import type { Announcement } from './maintenance';
import { shellMessages } from '../texts';
import { momentOf } from './zoned-time';

export const ANNOUNCEMENT_MOST = 300;
const LONGEST_MS = 366 * 24 * 60 * 60 * 1_000;

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
  if ([...text].length > ANNOUNCEMENT_MOST) {
    problems.text = shellMessages.announcementTooLong(ANNOUNCEMENT_MOST);
  }
  if (!until) problems.until = shellMessages.endMissing;
  else if (until <= now) problems.until = shellMessages.endPast;
  else if (until.getTime() - now.getTime() > LONGEST_MS) problems.until = shellMessages.endFar;
  const isGood = until !== null && Object.keys(problems).length === 0;
  return { announcement: isGood ? { text, until } : null, problems };
}
