import type { CalendarDay } from '../local-days';
import { formatContext } from './context';
import { type DayParts, dayText, numberOf } from './dates';

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
