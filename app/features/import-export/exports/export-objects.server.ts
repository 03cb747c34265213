import { objects } from '~/gateways/objects/index.server';
import { log } from '~/lib/log.server';

import type { ExportClaim } from './export-data.server';

/** How the keys of archives begin; the user, the export, the attempt, and the part follow. */
export const EXPORT_OBJECTS = 'exports/';

export const PART_SIZE = 8 * 1024 * 1024;
export const ARCHIVE_TYPE = 'application/zip';

export function attemptPrefix({ userId, id, attempt }: ExportClaim): string {
  return `${EXPORT_OBJECTS}${userId}/${id}/${attempt}/`;
}

/** The attempt that stored an object. */
export function attemptOfKey(key: string): { id: string; attempt: number } | null {
  const [, , id, attempt] = key.split('/');
  return id === undefined || attempt === undefined ? null : { id, attempt: Number(attempt) };
}

/** Removes all objects of an export. */
export function removeArchive({ userId, id }: Pick<ExportClaim, 'userId' | 'id'>): Promise<void> {
  return removeObjects(`${EXPORT_OBJECTS}${userId}/${id}/`);
}

/** Removes what one attempt has stored. */
export function removeAttempt(claim: ExportClaim): Promise<void> {
  return removeObjects(attemptPrefix(claim));
}

/** Removes what was stored before this attempt began. */
export function removeEarlier(claim: ExportClaim): Promise<void> {
  return removeObjects(`${EXPORT_OBJECTS}${claim.userId}/${claim.id}/`, attemptPrefix(claim));
}

/** Never rejects: `purgeExportObjects` finds what stays. */
async function removeObjects(prefix: string, except: string | null = null): Promise<void> {
  try {
    const store = await objects();
    let cursor: string | undefined;
    do {
      const page = await store.list(prefix, { cursor });
      const keys = page.objects
        .map(({ key }) => key)
        .filter((key) => except === null || !key.startsWith(except));
      if (keys.length > 0) await store.delete(keys);
      cursor = page.cursor ?? undefined;
    } while (cursor !== undefined);
  } catch (err) {
    log.warn({ err, prefix }, 'removing an archive failed, the purge tries again');
  }
}
