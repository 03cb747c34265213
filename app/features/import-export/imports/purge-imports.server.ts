import { objects } from '~/gateways/objects/index.server';
import { prismaTransaction } from '~/lib/db/index.server';
import { isId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';
import { userScope, type UserScope } from '~/lib/scope';
import { HOUR_MS } from '~/lib/time';

import { publishImport } from './import-events.server';
import { findAbandoned, moveImport, needingUpload } from './import-data.server';
import { importRefusals } from './refusals';
import { IMPORT_OBJECTS, importOfKey } from './upload-objects.server';

const ABANDONED_MS = 48 * HOUR_MS;
const BATCH = 100;

/** The job that cancels imports left alone for two days, and removes uploads that no import needs any more. */
export async function purgeImports(now: Date): Promise<void> {
  let abandoned = 0;
  for (;;) {
    const left = await findAbandoned(new Date(now.getTime() - ABANDONED_MS), BATCH);
    if (left.length === 0) break;
    for (const { id, userId } of left) await abandon(userScope(userId), id);
    abandoned += left.length;
  }
  const orphans = await removeOrphans(new Date(now.getTime() - HOUR_MS));
  if (abandoned + orphans > 0) log.info({ abandoned, orphans }, 'purged imports');
}

async function abandon(userId: UserScope, id: string): Promise<void> {
  await prismaTransaction(async (_tx, sql) => {
    const from = ['uploading', 'ready'] as const;
    await moveImport(sql, userId, id, { from, to: 'canceled', reason: importRefusals.abandoned });
    await publishImport(sql, userId, id);
  });
}

async function removeOrphans(before: Date): Promise<number> {
  const store = await objects();
  let cursor: string | undefined;
  let removed = 0;
  do {
    const page = await store.list(IMPORT_OBJECTS, { cursor });
    const old = page.objects.filter(({ modifiedAt }) => modifiedAt < before).map(({ key }) => key);
    const ids = [...new Set(old.map(importOfKey))].filter(isId);
    const needed = new Set(await needingUpload(ids));
    const orphans = old.filter((key) => !needed.has(importOfKey(key) ?? ''));
    if (orphans.length > 0) await store.delete(orphans);
    removed += orphans.length;
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  return removed;
}
