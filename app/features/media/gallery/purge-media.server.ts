import { purgeOrphans } from '~/gateways/objects/index.server';
import { sql } from '~/lib/db/index.server';
import { isId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';
import { DAY_MS, HOUR_MS } from '~/lib/time';

import { deleteSpentJobs } from '../jobs/job-data.server';
import { deletion, existingItems, removeUnusedUploads } from './item-data.server';
import { MEDIA_OBJECTS, removeImageFiles } from './image-files.server';

const BATCH = 200;

/**
 * Removes items deleted more than an hour ago, uploads older than a day that nothing was made from, jobs without items
 * that ended more than a week ago, and objects older than a day that no item has.
 */
export async function purgeMedia(now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const deleted = await deletion.purge(
    ago(HOUR_MS),
    async (_tx, items) => () => removeImageFiles(items),
  );
  const uploads = await removeUploads(ago(DAY_MS));
  const jobs = await deleteSpentJobs(ago(7 * DAY_MS));
  const orphans = await purgeOrphans(MEDIA_OBJECTS, ago(DAY_MS), async (keys) => {
    const items = new Set(await existingItems([...new Set(keys.map(itemOf))].filter(isId)));
    return (key) => items.has(itemOf(key));
  });
  if (deleted + uploads + jobs + orphans > 0) {
    log.info({ deleted, uploads, jobs, orphans }, 'purged media');
  }
}

async function removeUploads(before: Date): Promise<number> {
  for (let removed = 0; ;) {
    const items = await removeUnusedUploads(sql, before, BATCH);
    if (items.length === 0) return removed;
    await removeImageFiles(items);
    removed += items.length;
  }
}

function itemOf(key: string): string {
  return key.split('/')[2] ?? '';
}
