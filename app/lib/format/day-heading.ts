import type { CalendarDay } from '../local-days';
import { DAY_MS } from '../time';
import { dayText, numberOf } from './dates';

const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** Above what belongs to a day: `Today`, `Yesterday`, `Saturday, November 21`, with the year if it isn't this one. */
export function formatDayHeading(day: CalendarDay, today: CalendarDay): string {
  const age = numberOf(today) - numberOf(day);
  if (age === 0) return 'Today';
  if (age === 1) return 'Yesterday';
  const weekday = WEEKDAYS[new Date(numberOf(day) * DAY_MS).getUTCDay()]!;
  return `${weekday}, ${dayText(day, { month: 'long', year: day.year !== today.year })}`;
}
