import { type ReadImage } from '~/lib/files/image-upload.server';
import { stat } from 'node:fs/promises';

import { z } from 'zod';

import { objects } from '~/gateways/objects/index.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import { runApart, type ReaderTurn } from '~/lib/concurrency/run-apart.server';
import type { UserScope } from '~/lib/scope';

import {
  objectKey,
  IMAGE_FILES,
  storeFiles,
  type FileToStore,
} from '../gallery/image-files.server';

const LIMITS = { timeMs: 10_000, memoryMb: 256 };

/** A video's poster is an image's smaller versions, without the image itself: that file is the video. */
const POSTER_FILES = IMAGE_FILES.filter((file) => file !== 'file');

/** A video file that was read and measured. */
export interface ReadVideo {
  path: string;
  type: string;
  width: number;
  height: number;
  durationMs: number;
  bytes: number;
}

const readerAnswer = z.union([
  z.object({ refusal: z.enum(['kind', 'codec', 'damaged', 'picture-size', 'duration']) }),
  z.object({ type: z.string(), width: z.number(), height: z.number(), durationMs: z.number() }),
]);

/** Reads a video in a process of its own; returns a refusal if that can't be done. */
export async function readVideoFile(
  path: string,
  turn: ReaderTurn,
): Promise<ReadVideo | VideoFileRefusal> {
  const { size } = await stat(path);
  if (size === 0) return 'empty';
  const run = await runApart('readers/video-reader.ts', [path], LIMITS, turn, readerAnswer);
  if ('killed' in run) return run.killed;
  if ('broken' in run) return 'damaged';
  return 'refusal' in run.answer ? run.answer.refusal : { ...run.answer, path, bytes: size };
}

/** Copies a video to our store: as it is, or, after some attempts, not at all. */
export function storeVideo(
  userId: UserScope,
  itemId: string,
  { path, type }: ReadVideo,
  signal: AbortSignal,
): Promise<void> {
  return storeFiles([{ key: objectKey(userId, itemId, 'file'), path, type }], signal);
}

/** Copies an image's smaller versions as a video's poster. */
export function storePoster(userId: UserScope, itemId: string, image: ReadImage): Promise<void> {
  const files = POSTER_FILES.map((file): FileToStore => ({
    key: objectKey(userId, itemId, file),
    path: `${image.directory}/${file}`,
    type: 'image/webp',
  }));
  return storeFiles(files);
}

/**
 * Gives a video the poster of the image that it begins with; returns its bytes, or null if that fails: then the first
 * browser that shows the video draws one.
 */
export async function duplicatePoster(
  userId: UserScope,
  imageId: string,
  itemId: string,
): Promise<number | null> {
  let bytes = 0;
  try {
    const store = await objects();
    for (const file of POSTER_FILES) {
      const { body, length, type } = await store.get(objectKey(userId, imageId, file));
      await store.put(objectKey(userId, itemId, file), { stream: body, length }, { type });
      bytes += length;
      KILLABLE: killPoint('video: a part of its poster stored');
    }
    return bytes;
  } catch (err) {
    log.warn(
      { err, id: itemId },
      'a video did not get the poster of the image that it begins with',
    );
    return null;
  }
}

/** Why a file isn't a video that can be stored. */
export type VideoFileRefusal =
  'kind' | 'codec' | 'damaged' | 'picture-size' | 'duration' | 'time' | 'memory' | 'empty';

const REFUSALS: Record<VideoFileRefusal, string> = {
  kind: 'an unsupported type of file',
  codec: 'a video that browsers can’t play',
  damaged: 'a damaged or incomplete video',
  'picture-size': 'a video with frames that are too large',
  duration: 'a video that’s too long or has no length',
  time: 'a video that takes too long to open',
  memory: 'a video that takes too much memory to open',
  empty: 'an empty file',
};

/** About a provider's output. */
export function videoRefusal(reason: VideoFileRefusal): string {
  return `The video service sent ${REFUSALS[reason]}. Nothing was charged. Try again.`;
}
