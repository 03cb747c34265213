import { objects } from '~/gateways/objects/index.server';
import { log } from '~/lib/log.server';

import type { Claim } from './export-table.server';

/** Where the objects of archives begin; their keys name the user, the export, the attempt and the part. */
export const EXPORT_OBJECTS = 'exports/';

export const PART_SIZE = 8 * 1024 * 1024;
export const ARCHIVE_TYPE = 'application/zip';

export function attemptPrefix({ userId, id, attempt }: Claim): string {
  return `${EXPORT_OBJECTS}${userId}/${id}/${attempt}/`;
}

/** Which attempt a key is of. */
export function attemptOfKey(key: string): { id: string; attempt: number } | null {
  const [, , id, attempt] = key.split('/');
  return id === undefined || attempt === undefined ? null : { id, attempt: Number(attempt) };
}

/** Removes the objects of an export, or all but those of an attempt; those that stay are found by the sweep. */
export async function dropArchive(
  { userId, id }: Pick<Claim, 'userId' | 'id'>,
  { but }: { but?: number } = {},
): Promise<void> {
  const kept = but === undefined ? null : attemptPrefix({ userId, id, attempt: but });
  try {
    const store = await objects();
    let cursor: string | undefined;
    do {
      const page = await store.list(`${EXPORT_OBJECTS}${userId}/${id}/`, { cursor });
      const keys = page.objects
        .map(({ key }) => key)
        .filter((key) => kept === null || !key.startsWith(kept));
      if (keys.length > 0) await store.delete(keys);
      cursor = page.cursor ?? undefined;
    } while (cursor !== undefined);
  } catch (err) {
    log.warn({ err, id }, 'removing an archive failed, the sweep tries again');
  }
}
