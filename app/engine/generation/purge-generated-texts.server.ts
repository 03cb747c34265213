import { sql } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';

import { removeTexts } from './text-data.server';

const DAY_MS = 86_400_000;

/** The job that removes texts without a home after a day. */
export async function purgeGeneratedTexts(now: Date): Promise<void> {
  const removed = await removeTexts(sql, new Date(now.getTime() - DAY_MS));
  if (removed > 0) log.info({ removed }, 'removed texts that nobody kept');
}
