import { objects, purgeOrphans } from '~/gateways/objects/index.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';
import { DAY_MS, HOUR_MS } from '~/lib/time';

import { deletion, keysOf, knownKeys } from './source-data.server';

/** The prefix of the objects of sources; their keys continue with the user and the source. */
export const SOURCE_OBJECTS = 'brand-sources/';

export function sourceKey(userId: UserScope, sourceId: string): string {
  return `${SOURCE_OBJECTS}${userId}/${sourceId}/file`;
}

/** Removes files that no row names anymore; `purgeSources` finds those that it can't remove. */
export async function removeFiles(keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  try {
    await (await objects()).delete(keys);
  } catch (err) {
    log.warn({ err, objects: keys.length }, 'removing files of sources failed, a job tries again');
  }
}

/** A job: removes sources for good an hour after they were deleted, and files older than a day that no row names. */
export async function purgeSources(now: Date): Promise<void> {
  const before = new Date(now.getTime() - HOUR_MS);
  const removed = await deletion.purge(before, async (tx, rows) => {
    const keys = await keysOf(
      tx,
      rows.map(({ id }) => id),
    );
    return () => removeFiles(keys);
  });
  const dayBefore = new Date(now.getTime() - DAY_MS);
  const orphans = await purgeOrphans(SOURCE_OBJECTS, dayBefore, async (keys) => {
    const known = await knownKeys(keys);
    return (key) => known.has(key);
  });
  if (removed + orphans > 0) log.info({ removed, orphans }, 'removed deleted sources');
}
