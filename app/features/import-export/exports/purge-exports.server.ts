import { objects } from '~/gateways/objects/index.server';
import { sql } from '~/lib/db/index.server';
import { isId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';
import { DAY_MS } from '~/lib/time';

import { importExportTexts } from '../texts';
import { attemptOfKey, dropArchive, EXPORT_OBJECTS } from './export-objects.server';
import { deleteOld, findOver, findSilent, giveUp, markExpired, wanted } from './export-data.server';
import { changeExport } from './export-events.server';

const BATCH = 200;
/** Longer than all its attempts and what the queue waits between them. */
const SILENT_MS = DAY_MS;
const LISTED_MS = 90 * DAY_MS;

/** The job that takes back archives after their time, and gives up those that no one writes any more. */
export async function purgeExports(now: Date): Promise<void> {
  for (const { userId, id } of await findOver(sql, now, BATCH)) {
    const expired = await changeExport((tx) => markExpired(tx, userId, id));
    if (expired) await dropArchive(expired);
  }
  for (const { id } of await findSilent(sql, new Date(now.getTime() - SILENT_MS), BATCH)) {
    const failed = await changeExport((tx) => giveUp(tx, id, importExportTexts.exportBroken));
    if (failed) await dropArchive(failed);
  }
  await deleteOld(sql, new Date(now.getTime() - LISTED_MS));
}

/** The job that removes parts older than a day that no archive is made of. */
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
    const attempts = await wanted(sql, ids);
    const orphans = old
      .filter(({ of }) => of === null || attempts.get(of.id) !== of.attempt)
      .map(({ key }) => key);
    if (orphans.length > 0) await store.delete(orphans);
    removed += orphans.length;
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  if (removed > 0) log.info({ removed }, 'removed parts of archives that nobody has');
}
