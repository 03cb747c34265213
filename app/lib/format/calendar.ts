import { type CalendarDay, wallClock } from '../local-days';
import { DAY_MS } from '../time';
import { formatContext } from './context';
import {
  clockAt,
  type DayParts,
  dayText,
  type Moment,
  numberOf,
  timeText,
  type Zone,
  zoneOf,
} from './dates';

const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

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
