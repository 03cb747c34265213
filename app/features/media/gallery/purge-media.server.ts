import { objects } from '~/gateways/objects/index.server';
import { sql } from '~/lib/db/index.server';
import { isId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';
import { DAY_MS, HOUR_MS } from '~/lib/time';

import { deleteSpentJobs } from '../jobs/job-data.server';
import { deletion, existingItems, removeUnusedUploads } from './item-data.server';
import { removeImageFiles, MEDIA_OBJECTS } from './image-files.server';

const BATCH = 200;

/**
 * The job that removes images deleted an hour ago, uploads of the day before that nothing was made from, jobs of the
 * week before that nothing is left of, and objects of that day that no image has.
 */
export async function purgeMedia(now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const deleted = await deletion.purge(
    ago(HOUR_MS),
    async (_tx, items) => () => removeImageFiles(items),
  );
  const uploads = await removeUploads(ago(DAY_MS));
  const jobs = await deleteSpentJobs(sql, ago(7 * DAY_MS));
  const orphans = await sweep(ago(DAY_MS));
  if (deleted + uploads + jobs + orphans > 0) {
    log.info({ deleted, uploads, jobs, orphans }, 'tidied pictures');
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

async function sweep(before: Date): Promise<number> {
  const store = await objects();
  let cursor: string | undefined;
  let removed = 0;
  do {
    const page = await store.list(MEDIA_OBJECTS, { cursor });
    const old = page.objects.filter(({ modifiedAt }) => modifiedAt < before).map(({ key }) => key);
    const ids = [...new Set(old.map(itemOf))].filter(isId);
    const known = new Set(await existingItems(sql, ids));
    const orphans = old.filter((key) => !known.has(itemOf(key) ?? ''));
    if (orphans.length > 0) await store.delete(orphans);
    removed += orphans.length;
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  return removed;
}

function itemOf(key: string): string | undefined {
  return key.split('/')[2];
}
