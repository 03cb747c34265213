import { objects } from '~/gateways/objects/index.server';
import { sql } from '~/lib/db/index.server';
import { isId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';
import { DAY_MS } from '~/lib/time';

import { deleteUnsentBefore, existingAttachments } from './attachment-data.server';
import { ATTACHMENT_OBJECTS, dropFiles } from './upload-attachment.server';

const BATCH = 200;

/** The job that removes files that weren't sent within a day, and objects of that age without a row. */
export async function purgeAttachments(now: Date): Promise<void> {
  const before = new Date(now.getTime() - DAY_MS);
  let unsent = 0;
  for (;;) {
    const keys = await deleteUnsentBefore(sql, before, BATCH);
    if (keys.length === 0) break;
    await dropFiles(keys);
    unsent += keys.length / 2;
  }
  const orphans = await sweep(before);
  if (unsent + orphans > 0) log.info({ unsent, orphans }, 'tidied attachments');
}

async function sweep(before: Date): Promise<number> {
  const store = await objects();
  let cursor: string | undefined;
  let removed = 0;
  do {
    const page = await store.list(ATTACHMENT_OBJECTS, { cursor });
    const old = page.objects.filter(({ modifiedAt }) => modifiedAt < before).map(({ key }) => key);
    const ids = [...new Set(old.map(attachmentOf))].filter(isId);
    const known = new Set(await existingAttachments(ids));
    const orphans = old.filter((key) => !known.has(attachmentOf(key) ?? ''));
    if (orphans.length > 0) await store.delete(orphans);
    removed += orphans.length;
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  return removed;
}

function attachmentOf(key: string): string | undefined {
  return key.split('/')[2];
}
