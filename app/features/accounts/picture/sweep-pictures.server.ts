import { knownPictures } from '../users/users.server';
import { objects } from '~/gateways/objects/index.server';
import { isId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';

import { ACCOUNT_PICTURE_OBJECTS, pictureOf } from './picture-objects.server';

const DAY_MS = 24 * 3_600_000;

/** The job that removes pictures that nobody has and that are older than a day. */
export async function sweepPictures(now: Date): Promise<void> {
  const store = await objects();
  let cursor: string | undefined;
  let removed = 0;
  do {
    const page = await store.list(ACCOUNT_PICTURE_OBJECTS, { cursor });
    const old = page.objects
      .filter(({ modifiedAt }) => now.getTime() - modifiedAt.getTime() > DAY_MS)
      .map(({ key }) => key);
    const known = new Set(await knownPictures(old.map(pictureOf).filter(isId)));
    const orphans = old.filter((key) => !known.has(pictureOf(key) ?? ''));
    if (orphans.length > 0) await store.delete(orphans);
    removed += orphans.length;
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  if (removed > 0) log.info({ removed }, 'removed pictures that nobody has');
}
