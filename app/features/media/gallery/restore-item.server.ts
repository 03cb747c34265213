import { join } from 'node:path';

import {
  type RestoredFiles,
  type RestoreTarget,
  saveArchived,
} from '~/engine/user-data/index.server';
import { AppError } from '~/lib/errors';
import { extensionOf } from '~/lib/files/file-name';
import { cleanFileName, readImageFile, type ReadImage } from '~/lib/files/image-upload.server';
import type { MediaItem } from '~/lib/prisma/client';

import { LARGEST_SEED, MAX_PROMPT } from '../media';
import { mediaTexts } from '../texts';
import { readVideoFile, storePoster, storeVideo } from '../videos/video-files.server';
import { removeImageFiles, storeImage } from './image-files.server';

// An image or a video of an archive: what it says of its file is not believed.

const MAX_BYTES = { image: 64 * 1024 ** 2, video: 1024 ** 3 };
const MAX_MODEL = 200;

type ArchivedItem = Pick<MediaItem, 'id' | 'kind' | 'type' | 'metadata'>;

/** Where archives have its files; of a video, an image of it too. */
export function itemPaths({ id, kind, type, metadata }: ArchivedItem) {
  const hasPoster = kind === 'video' && fieldsOf(metadata).poster === true;
  return {
    file: `media/${id}.${extensionOf(type)}`,
    poster: hasPoster ? `media/${id}-poster.webp` : null,
  };
}

/** What is kept of what it says. */
export function checkItem({
  name,
  prompt,
  model,
  seed,
  metadata,
}: Pick<MediaItem, 'name' | 'prompt' | 'model' | 'seed' | 'metadata'>) {
  return {
    name: name === '' ? '' : cleanFileName(name),
    prompt: storable(prompt, MAX_PROMPT),
    model: storable(model, MAX_MODEL),
    seed: Math.abs(seed ?? 0) <= LARGEST_SEED ? seed : null,
    metadata: knownMetadata(metadata),
  };
}

/** @throws AppError `invalid` */
export async function itemFiles(
  row: ArchivedItem,
  target: RestoreTarget,
  directory: string,
  id: string,
): Promise<RestoredFiles<MediaItem>> {
  const { userId } = target;
  const read = await (row.kind === 'video' ? readVideo : readImage)(row, target, directory, id);
  const refusal = mediaTexts.storageFull;
  return { ...read, refusal, drop: () => removeImageFiles([{ userId, id }]) };
}

type Read = Pick<RestoredFiles<MediaItem>, 'columns' | 'bytes' | 'store'>;

async function readImage(
  row: ArchivedItem,
  target: RestoreTarget,
  directory: string,
  id: string,
): Promise<Read> {
  const image = await readArchivedImage(target, itemPaths(row).file, directory);
  if (!image) throw new AppError('invalid', mediaTexts.archivedFile);
  const { type, width, height, bytes, storedBytes } = image;
  return {
    columns: { kind: 'image', durationMs: null, type, width, height, bytes, storedBytes },
    bytes: storedBytes,
    store: (signal) => storeImage(target.userId, id, image, signal),
  };
}

/** An image of an archive, opened as one that is uploaded; null where it cannot be had. */
export async function readArchivedImage(
  target: RestoreTarget,
  path: string,
  directory: string,
): Promise<ReadImage | null> {
  const input = join(directory, 'input');
  if (!(await saveArchived(target, path, input, MAX_BYTES.image))) return null;
  const turn = { userId: target.userId, isJob: true };
  const image = await readImageFile(input, directory, turn, { kept: true });
  return typeof image === 'string' ? null : image;
}

async function readVideo(
  row: ArchivedItem,
  target: RestoreTarget,
  directory: string,
  id: string,
): Promise<Read> {
  const { userId } = target;
  const paths = itemPaths(row);
  const input = join(directory, 'video');
  const isThere = await saveArchived(target, paths.file, input, MAX_BYTES.video);
  const video = isThere ? await readVideoFile(input, { userId, isJob: true }) : 'empty';
  if (typeof video === 'string') throw new AppError('invalid', mediaTexts.archivedFile);
  // Without one the browser that shows it first draws one.
  const poster =
    paths.poster === null ? null : await readArchivedImage(target, paths.poster, directory);
  const { type, width, height, durationMs, bytes } = video;
  const storedBytes = video.bytes + (poster ? poster.storedBytes - poster.bytes : 0);
  const metadata = { ...knownMetadata(row.metadata), ...(poster && { poster: true }) };
  return {
    columns: { kind: 'video', type, width, height, durationMs, bytes, storedBytes, metadata },
    bytes: storedBytes,
    async store(signal) {
      await storeVideo(userId, id, video, signal);
      if (poster) await storePoster(userId, id, poster);
    },
  };
}

function knownMetadata(given: unknown): { revisedPrompt?: string; provider?: string } {
  const { revisedPrompt, provider } = fieldsOf(given);
  return {
    ...(typeof revisedPrompt === 'string' && {
      revisedPrompt: storable(revisedPrompt, 2 * MAX_PROMPT),
    }),
    ...(typeof provider === 'string' && { provider: storable(provider, MAX_MODEL) }),
  };
}

/** Without what PostgreSQL cannot store, and half characters. */
export function storable(text: string, most: number): string {
  return text.replaceAll('\0', '').slice(0, most).toWellFormed();
}

function fieldsOf(metadata: unknown): Record<string, unknown> {
  return (metadata ?? {}) as Record<string, unknown>;
}
