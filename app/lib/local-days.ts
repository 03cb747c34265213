import { DAY_MS, MINUTE_MS } from './time';
/** Calendar days (`YYYY-MM-DD`) where someone lives. */

/** No place is further from UTC. */
const FURTHEST_MS = 15 * 60 * MINUTE_MS;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    calendar: 'iso8601',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formats.set(zone, made);
  return made;
}

/** The zone itself when it is one that is known here, else UTC. */
export function timeZoneOrUtc(zone: string | null): string {
  if (zone === null) return 'UTC';
  try {
    formatIn(zone);
    return zone;
  } catch {
    // A name that only another browser knows.
    return 'UTC';
  }
}

/** The day that it is there at this moment. */
export function dayOf(moment: Date, zone: string): string {
  const parts = new Map(
    formatIn(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  return `${(parts.get('year') ?? '').padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
}

/** The day so many later, or earlier. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The moment with which the day begins there: not always midnight, where clocks are moved at that hour. */
export function startOfDay(day: string, zone: string): Date {
  const midnight = Date.parse(day);
  let before = midnight - FURTHEST_MS;
  let within = midnight + FURTHEST_MS;
  while (within - before > MINUTE_MS) {
    const middle = before + Math.floor((within - before) / 2 / MINUTE_MS) * MINUTE_MS;
    if (dayOf(new Date(middle), zone) < day) before = middle;
    else within = middle;
  }
  return new Date(within);
}

/** The last so many days up to the one of `now`, the oldest first. */
export function lastDays(count: number, now: Date, zone: string): string[] {
  const today = dayOf(now, zone);
  return Array.from({ length: count }, (_, index) => addDays(today, index - count + 1));
}

/** Whether this names a day of the calendar. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
