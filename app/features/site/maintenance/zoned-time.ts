import { MINUTE_MS } from '~/lib/time';
// A moment as a field of type datetime-local has it, in a time zone that need not be the browser's.

/** `YYYY-MM-DDTHH:MM`, as clocks there show it. */
export function localText(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .format(moment)
    .replace(' ', 'T');
}

/**
 * When clocks there show it: the later moment where they skip it, one of both where they show it twice. Null for what is
 * no date and time.
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

/** As if it were UTC. */
function minutes(local: string): number | null {
  const [, date, time] =
    /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?$/.exec(local) ?? [];
  const moment = Date.parse(`${date}T${time}:00Z`);
  // The 30th of February becomes a day in March.
  if (Number.isNaN(moment) || !new Date(moment).toISOString().startsWith(`${date}T${time}`)) {
    return null;
  }
  return Math.floor(moment / MINUTE_MS) * MINUTE_MS;
}
