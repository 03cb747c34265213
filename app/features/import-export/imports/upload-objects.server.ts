import {
  objects,
  partKey,
  partKeys,
  readParts,
  type PartedFile,
} from '~/gateways/objects/index.server';
import { sql } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';

import type { UploadedFile } from './incoming';
import { readFiles, type UploadedFileRow } from './import-data.server';

/** How the keys of uploads begin; the user, the import, the file, and the part follow. */
export const IMPORT_OBJECTS = 'imports/';

interface Place {
  id: string;
  userId: UserScope;
  partSize: number;
}

function partedFile({ id, userId, partSize }: Place, file: UploadedFileRow): PartedFile {
  return {
    prefix: `${IMPORT_OBJECTS}${userId}/${id}/${file.index}/`,
    size: file.size,
    partSize,
  };
}

export function uploadKey(place: { id: string; userId: UserScope; file: number; part: number }) {
  return partKey(`${IMPORT_OBJECTS}${place.userId}/${place.id}/${place.file}/`, place.part);
}

/** The id of the import that stored an object. */
export function importOfKey(key: string): string | undefined {
  return key.split('/')[2];
}

/** The uploaded files of an import. */
export async function openUpload(place: Place, signal: AbortSignal): Promise<UploadedFile[]> {
  const store = await objects();
  const files = await readFiles(sql, place.id);
  return files.map((file) => ({
    name: file.name,
    size: file.size,
    read: (start, end) => readParts(store, partedFile(place, file), { start, end, signal }),
  }));
}

/** Removes the uploaded files of an import. Never rejects: `purgeImports` finds what stays. */
export async function removeUpload(place: Place): Promise<void> {
  try {
    const store = await objects();
    for (const file of await readFiles(sql, place.id)) {
      await store.delete(partKeys(partedFile(place, file)));
    }
  } catch (err) {
    log.warn({ err, import: place.id }, 'removing an upload failed, the purge tries again');
  }
}
