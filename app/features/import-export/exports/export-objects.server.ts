import { objects } from '~/gateways/objects/index.server';
import { log } from '~/lib/log.server';

import type { ExportClaim } from './export-data.server';

/** Where the objects of archives begin; their keys name the user, the export, the attempt and the part. */
export const EXPORT_OBJECTS = 'exports/';

export const PART_SIZE = 8 * 1024 * 1024;
export const ARCHIVE_TYPE = 'application/zip';

export function attemptPrefix({ userId, id, attempt }: ExportClaim): string {
  return `${EXPORT_OBJECTS}${userId}/${id}/${attempt}/`;
}

/** Which attempt a key is of. */
export function attemptOfKey(key: string): { id: string; attempt: number } | null {
  const [, , id, attempt] = key.split('/');
  return id === undefined || attempt === undefined ? null : { id, attempt: Number(attempt) };
}

/** Removes all objects of an export. */
export function dropArchive({ userId, id }: Pick<ExportClaim, 'userId' | 'id'>): Promise<void> {
  return drop(`${EXPORT_OBJECTS}${userId}/${id}/`);
}

/** Removes what one attempt has stored. */
export function dropAttempt(claim: ExportClaim): Promise<void> {
  return drop(attemptPrefix(claim));
}

/** Removes what was stored before this attempt began. */
export function dropEarlier(claim: ExportClaim): Promise<void> {
  return drop(`${EXPORT_OBJECTS}${claim.userId}/${claim.id}/`, attemptPrefix(claim));
}

/** Objects that stay are found by the sweep. */
async function drop(prefix: string, kept: string | null = null): Promise<void> {
  try {
    const store = await objects();
    let cursor: string | undefined;
    do {
      const page = await store.list(prefix, { cursor });
      const keys = page.objects
        .map(({ key }) => key)
        .filter((key) => kept === null || !key.startsWith(kept));
      if (keys.length > 0) await store.delete(keys);
      cursor = page.cursor ?? undefined;
    } while (cursor !== undefined);
  } catch (err) {
    log.warn({ err, prefix }, 'removing an archive failed, the sweep tries again');
  }
}
