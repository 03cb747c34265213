import { objects } from '~/gateways/objects/index.server';
import { sql } from '~/lib/db/index.server';
import { isId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';

import { MESSAGE_OBJECTS, messageOfKey } from './message-objects.server';
import { readObjectKeys } from './message-overflow.server';

const DAY_MS = 24 * 3_600_000;

/** The job that removes objects of messages that no row names and that are older than a day. */
export async function sweepMessageObjects(now: Date): Promise<void> {
  const store = await objects();
  let cursor: string | undefined;
  let removed = 0;
  do {
    const page = await store.list(MESSAGE_OBJECTS, { cursor });
    const old = page.objects
      .filter(({ modifiedAt }) => now.getTime() - modifiedAt.getTime() > DAY_MS)
      .map(({ key }) => key);
    const ids = [...new Set(old.map(messageOfKey))].filter(isId);
    const named = new Set(await readObjectKeys(sql, ids));
    const orphans = old.filter((key) => !named.has(key));
    if (orphans.length > 0) await store.delete(orphans);
    removed += orphans.length;
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  if (removed > 0) log.info({ removed }, 'removed objects that no message names');
}
