/** The same day so many months later, or the last of a month that is too short for it. In UTC. */
export function addMonths(date: Date, months: number): Date {
  const result = new Date(date);
  result.setUTCDate(1);
  result.setUTCMonth(result.getUTCMonth() + months);
  const last = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0));
  result.setUTCDate(Math.min(date.getUTCDate(), last.getUTCDate()));
  return result;
}

/** The month, counted from this moment on, that runs now. */
export function monthOf(beginning: Date, now: Date): { start: Date; end: Date } {
  let index = 0;
  while (addMonths(beginning, index + 1) <= now) index += 1;
  return { start: addMonths(beginning, index), end: addMonths(beginning, index + 1) };
}
