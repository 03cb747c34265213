import { objects } from '~/gateways/objects/index.server';
import { isId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';
import { DAY_MS } from '~/lib/time';

import {
  deleteOld,
  findOver,
  findSilent,
  giveUp,
  markExpired,
  neededAttempts,
} from './export-data.server';
import { changeExport } from './export-events.server';
import { attemptOfKey, EXPORT_OBJECTS, removeArchive } from './export-objects.server';
import { exportRefusals } from './texts';

const BATCH = 200;
/** Longer than all attempts together, with what the queue waits between them. */
const SILENT_MS = DAY_MS;
const LISTED_MS = 90 * DAY_MS;

/** The job that expires archives, ends exports that no process writes any more, and shortens the list. */
export async function purgeExports(now: Date): Promise<void> {
  for (const { userId, id } of await findOver(now, BATCH)) {
    const expired = await changeExport((tx) => markExpired(tx, userId, id));
    if (expired) await removeArchive(expired);
  }
  for (const id of await findSilent(new Date(now.getTime() - SILENT_MS), BATCH)) {
    const failed = await changeExport((tx) => giveUp(tx, id, exportRefusals.broken));
    if (failed) await removeArchive(failed);
  }
  await deleteOld(new Date(now.getTime() - LISTED_MS));
}

/** The job that removes parts older than a day that belong to no archive. */
export async function purgeExportObjects(now: Date): Promise<void> {
  const store = await objects();
  let cursor: string | undefined;
  let removed = 0;
  do {
    const page = await store.list(EXPORT_OBJECTS, { cursor });
    const old = page.objects
      .filter(({ modifiedAt }) => now.getTime() - modifiedAt.getTime() > DAY_MS)
      .map(({ key }) => ({ key, of: attemptOfKey(key) }));
    const ids = [...new Set(old.map(({ of }) => of?.id).filter(isId))];
    const needed = await neededAttempts(ids);
    const orphans = old
      .filter(({ of }) => of === null || needed.get(of.id) !== of.attempt)
      .map(({ key }) => key);
    if (orphans.length > 0) await store.delete(orphans);
    removed += orphans.length;
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  if (removed > 0) log.info({ removed }, 'removed orphaned parts of archives');
}
