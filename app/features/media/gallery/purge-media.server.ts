import { objects } from '~/gateways/objects/index.server';
import { sql } from '~/lib/db/index.server';
import { isId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';

import { deleteSpentJobs } from '../jobs/job-data.server';
import {
  existingItems,
  removeDeleted,
  removeUnusedUploads,
  type RemovedItem,
} from './item-data.server';
import { dropPictures, MEDIA_OBJECTS } from './picture-files.server';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BATCH = 200;

/**
 * The job that removes pictures deleted an hour ago, uploads of the day before that nothing was made from, jobs of the
 * week before that nothing is left of, and objects of that day that no picture has.
 */
export async function purgeMedia(now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const deleted = await inBatches(() => removeDeleted(sql, ago(HOUR_MS), BATCH));
  const uploads = await inBatches(() => removeUnusedUploads(sql, ago(DAY_MS), BATCH));
  const jobs = await deleteSpentJobs(sql, ago(7 * DAY_MS));
  const orphans = await sweep(ago(DAY_MS));
  if (deleted + uploads + jobs + orphans > 0) {
    log.info({ deleted, uploads, jobs, orphans }, 'tidied pictures');
  }
}

async function inBatches(remove: () => Promise<RemovedItem[]>): Promise<number> {
  for (let removed = 0; ;) {
    const items = await remove();
    if (items.length === 0) return removed;
    await dropPictures(items);
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
