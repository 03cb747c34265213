import { sql } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';

import { removeDeleted } from './brief-data.server';

const HOUR_MS = 3_600_000;

/** The job that really removes briefs which were deleted an hour ago. */
export async function purgeBriefs(now: Date): Promise<void> {
  const removed = await removeDeleted(sql, new Date(now.getTime() - HOUR_MS));
  if (removed > 0) log.info({ removed }, 'removed deleted briefs');
}
