import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { objects } from '~/gateways/objects/index.server';
import { log } from '~/lib/log.server';
import { runApart } from '~/lib/run-apart.server';

import type { PictureRefusal } from './picture-refusals';

/** Where the objects of pictures begin; their keys name the user and the item. */
export const MEDIA_OBJECTS = 'media/';

/** The picture itself, and its smaller versions by their longer edge. */
export const PICTURE_FILES = ['file', '320', '640', '1280'] as const;
export type PictureFile = (typeof PICTURE_FILES)[number];

const LIMITS = { timeMs: 30_000, memoryMb: 512 };
/** Three tries, within a few seconds: a store that is away for longer is a failure. */
const PAUSES_MS = [300, 1_500];

export function objectKey(userId: string, itemId: string, file: PictureFile): string {
  return `${MEDIA_OBJECTS}${userId}/${itemId}/${file}`;
}

/** A picture that was opened, measured and written anew into a directory of its own. */
export interface ReadPicture {
  directory: string;
  type: string;
  width: number;
  height: number;
  bytes: number;
  storedBytes: number;
}

/** Does `work` with a directory that is gone afterwards. */
export async function inTemporary<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'brandwright-picture-'));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Opens a picture in a process of its own; a word for why that cannot be done. */
export async function readPicture(
  bytes: Uint8Array,
  directory: string,
  limits = LIMITS,
): Promise<ReadPicture | PictureRefusal> {
  if (bytes.length === 0) return 'empty';
  const input = join(directory, 'input');
  await writeFile(input, bytes, { mode: 0o600 });
  return readPictureFile(input, directory, limits);
}

export async function readPictureFile(
  input: string,
  directory: string,
  limits = LIMITS,
): Promise<ReadPicture | PictureRefusal> {
  const run = await runApart('picture-reader.ts', [input, directory], limits);
  if ('killed' in run) return run.killed;
  if ('broken' in run) return 'damaged';
  const answer = JSON.parse(run.said) as
    | { refusal: PictureRefusal }
    | { type: string; width: number; height: number; sizes: Record<string, number> };
  if ('refusal' in answer) return answer.refusal;
  const { type, width, height, sizes } = answer;
  const storedBytes = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  return { directory, type, width, height, bytes: sizes.file ?? 0, storedBytes };
}

/** Copies a picture and its smaller versions to our store: all of them or, after some tries, none. */
export async function storePicture(
  userId: string,
  itemId: string,
  picture: ReadPicture,
  signal?: AbortSignal,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const store = await objects();
      for (const file of PICTURE_FILES) {
        signal?.throwIfAborted();
        const path = join(picture.directory, file);
        const { size } = await stat(path);
        const type = file === 'file' ? picture.type : 'image/webp';
        const body = { stream: createReadStream(path), length: size };
        await store.put(objectKey(userId, itemId, file), body, { type, signal });
      }
      return;
    } catch (error) {
      const pauseMs = PAUSES_MS[attempt];
      if (signal?.aborted || pauseMs === undefined) {
        await dropPictures([{ userId, id: itemId }]);
        throw error;
      }
      log.warn({ err: error, id: itemId }, 'copying a picture failed, trying again');
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** Removes the objects of items that are no more; those that stay are found by the sweep. */
export async function dropPictures(
  items: readonly { userId: string; id: string }[],
): Promise<void> {
  if (items.length === 0) return;
  const keys = items.flatMap(({ userId, id }) =>
    PICTURE_FILES.map((file) => objectKey(userId, id, file)),
  );
  try {
    await (await objects()).delete(keys);
  } catch (err) {
    log.warn({ err, objects: keys.length }, 'removing pictures failed, the sweep tries again');
  }
}
