/** The same day this many months later, or the last day of a shorter month. In UTC. */
export function addMonths(date: Date, months: number): Date {
  const result = new Date(date);
  result.setUTCDate(1);
  result.setUTCMonth(result.getUTCMonth() + months);
  const last = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0));
  result.setUTCDate(Math.min(date.getUTCDate(), last.getUTCDate()));
  return result;
}

/** The month that runs now, counted from `beginning`; the first one if that lies ahead. `index` counts from 0. */
export function monthOf(beginning: Date, now: Date): { index: number; start: Date; end: Date } {
  let index = 0;
  while (addMonths(beginning, index + 1) <= now) index += 1;
  return { index, start: addMonths(beginning, index), end: addMonths(beginning, index + 1) };
}
