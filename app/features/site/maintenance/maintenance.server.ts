import { sql } from '~/lib/db/index.server';
import { env } from '~/lib/env.server';
import { singleton } from '~/lib/singleton.server';

import { findAnnouncement } from './announcement-data.server';
import { announcementText, type Announcement, type MaintenanceNotice } from './maintenance';

/** So long a process goes by what it knows: no page asks the database for it. */
const KNOWN_MS = 5_000;

const known = singleton('maintenance', () => ({
  announcement: null as Announcement | null,
  until: 0,
}));

/**
 * What to announce at this moment, to a person of this time zone: what an admin has set, else the operator's
 * MAINTENANCE_UNTIL, else nothing.
 */
export async function maintenanceNotice(
  now: Date,
  timeZone: string | null,
): Promise<MaintenanceNotice | null> {
  const announced = (await lastAnnouncement()) ?? announcedByOperator();
  if (now >= announced.until) return null;
  return { until: announced.until, text: announcementText(announced, timeZone) };
}

export function announcedByOperator(): Announcement {
  return { text: '', until: env().MAINTENANCE_UNTIL };
}

/** This process looks again before the next page; the others do within seconds. */
export function forgetAnnouncement(): void {
  known.until = 0;
}

async function lastAnnouncement(): Promise<Announcement | null> {
  if (performance.now() >= known.until) {
    known.announcement = await findAnnouncement(sql);
    known.until = performance.now() + KNOWN_MS;
  }
  return known.announcement;
}
