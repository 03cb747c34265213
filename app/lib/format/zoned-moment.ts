import { clockAt, dayText, type Moment, timeText, type Zone, zoneOf } from './dates';

/** `November 28, 2026 at 7:05 PM UTC`, for moments that people in different zones read. */
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
