import { DAY_MS, HOUR_MS } from '~/lib/time';

/** A moment this many days ago, at this hour of the day in UTC. */
export function daysAgo(days: number, hour = 9): Date {
  const now = Date.now();
  const moment = now - (now % DAY_MS) - days * DAY_MS + hour * HOUR_MS;
  return new Date(Math.min(moment, now));
}
