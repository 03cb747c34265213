import { MONTHS } from '~/lib/format/dates';
import { DAY_MS } from '~/lib/time';

import type { ConversationItem } from '../conversation';
import { listedAt } from './conversation-list';

/** A day of the calendar, counted from January 1, 1970. */
export type DayNumber = number;
type DayNumberOf = (moment: number) => DayNumber;

/** The day of a moment in the browser's time zone. Without Intl, whose first use takes a browser tens of milliseconds. */
export function localDay(moment: number): DayNumber {
  const date = new Date(moment);
  // Unlike Date.UTC, this takes the years before 100 as they are.
  const midnight = new Date(0).setUTCFullYear(date.getFullYear(), date.getMonth(), date.getDate());
  return midnight / DAY_MS;
}

/** `Today`, `Yesterday`, `Previous 7 days`, `Previous 30 days`, `May`, or `May 2025`. */
function labelOf(day: DayNumber, today: DayNumber): string {
  const age = today - day;
  // The server's clock may be ahead of the browser's.
  if (age <= 0) return 'Today';
  if (age === 1) return 'Yesterday';
  if (age <= 7) return 'Previous 7 days';
  if (age <= 30) return 'Previous 30 days';
  const date = new Date(day * DAY_MS);
  const month = MONTHS[date.getUTCMonth()]!;
  const year = date.getUTCFullYear();
  return year === new Date(today * DAY_MS).getUTCFullYear() ? month : `${month} ${year}`;
}

/** The label above each conversation that begins a group of days, by its id. */
export type DayHeadings = ReadonlyMap<string, string>;

/** Groups a list that is sorted newest first. */
export function dayHeadings(
  items: readonly ConversationItem[],
  dayOf: DayNumberOf,
  today: DayNumber,
): DayHeadings {
  const headings = new Map<string, string>();
  let last: { day: DayNumber; label: string } | undefined;
  for (const item of items) {
    const day = dayOf(listedAt(item));
    if (last?.day === day) continue;
    const label = labelOf(day, today);
    if (last?.label !== label) headings.set(item.id, label);
    last = { day, label };
  }
  return headings;
}
