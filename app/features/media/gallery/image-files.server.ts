import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { objects } from '~/gateways/objects/index.server';
import type { ReadImage } from '~/lib/files/image-upload.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';

/** The prefix of the keys of items' objects; after it come the user and the item. */
export const MEDIA_OBJECTS = 'media/';

/** The image itself, and its smaller versions by their longer edge. */
export const IMAGE_FILES = ['file', '320', '640', '1280'] as const;
export type ImageFile = (typeof IMAGE_FILES)[number];

/** Three attempts within a few seconds: a store that is away for longer is a failure. */
const PAUSES_MS = [300, 1_500];

export function objectKey(userId: UserScope, itemId: string, file: ImageFile): string {
  return `${MEDIA_OBJECTS}${userId}/${itemId}/${file}`;
}

/** Copies an image and its smaller versions to our store: all of them or, after some attempts, none. */
export function storeImage(
  userId: UserScope,
  itemId: string,
  image: ReadImage,
  signal?: AbortSignal,
): Promise<void> {
  const files = IMAGE_FILES.map((file) => ({
    key: objectKey(userId, itemId, file),
    path: join(image.directory, file),
    type: file === 'file' ? image.type : 'image/webp',
  }));
  return storeFiles(files, signal);
}

export interface FileToStore {
  key: string;
  path: string;
  type: string;
}

/** Copies files to our store: all of them or, after some attempts, none. */
export async function storeFiles(
  files: readonly FileToStore[],
  signal?: AbortSignal,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const store = await objects();
      for (const { key, path, type } of files) {
        signal?.throwIfAborted();
        const { size } = await stat(path);
        await store.put(key, { stream: createReadStream(path), length: size }, { type, signal });
        KILLABLE: killPoint('media: an object stored');
      }
      return;
    } catch (error) {
      const pauseMs = PAUSES_MS[attempt];
      if (signal?.aborted || pauseMs === undefined) {
        await deleteObjects(files.map(({ key }) => key));
        throw error;
      }
      log.warn({ err: error, key: files[0]?.key }, 'copying a file failed, trying again');
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** Removes the objects of items without rows; `purgeOrphans` finds those that it can't remove. */
export async function removeImageFiles(
  items: readonly { userId: UserScope; id: string }[],
): Promise<void> {
  await deleteObjects(
    items.flatMap(({ userId, id }) => IMAGE_FILES.map((file) => objectKey(userId, id, file))),
  );
}

/** Removes objects; `purgeOrphans` finds those that it can't remove. */
export async function deleteObjects(keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  try {
    await (await objects()).delete(keys);
  } catch (err) {
    log.warn({ err, objects: keys.length }, 'removing files failed, the purge tries again');
  }
}
