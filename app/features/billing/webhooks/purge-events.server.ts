import { sql } from '~/lib/db/index.server';

import { deleteEvents } from './event-data.server';

const DAY_MS = 24 * 60 * 60_000;

/** Forgets events after three months, and those that failed after a year. */
export async function purgeEvents(now: Date): Promise<void> {
  await deleteEvents(sql, {
    settledBefore: new Date(now.getTime() - 90 * DAY_MS),
    before: new Date(now.getTime() - 365 * DAY_MS),
  });
}
