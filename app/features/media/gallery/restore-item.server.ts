import { join } from 'node:path';

import {
  type RestoredFiles,
  type RestoreTarget,
  saveArchived,
} from '~/engine/user-data/index.server';
import { AppError } from '~/lib/errors';
import { extensionOf } from '~/lib/files/file-name';
import { cleanFileName, readImageFile, type ReadImage } from '~/lib/files/image-upload.server';
import { fieldsOf } from '~/lib/json';
import type { MediaItem } from '~/lib/prisma/client';
import { storable } from '~/lib/text/storable';

import { MAX_PROMPT, MAX_SEED } from '../media';
import { mediaTexts } from '../refusals';
import { readVideoFile, storePoster, storeVideo } from '../videos/video-files.server';
import { removeImageFiles, storeImage } from './image-files.server';

// Items from an archive. What an archive says about their files isn't trusted.

const MAX_BYTES = { image: 64 * 1024 ** 2, video: 1024 ** 3 };
const MAX_MODEL = 200;

type ArchivedItem = Pick<MediaItem, 'id' | 'kind' | 'type' | 'metadata'>;

/** The paths of an item's files in archives, including a video's poster. */
export function itemPaths({ id, kind, type, metadata }: ArchivedItem) {
  const hasPoster = kind === 'video' && fieldsOf(metadata).poster === true;
  return {
    file: `media/${id}.${extensionOf(type)}`,
    poster: hasPoster ? `media/${id}-poster.webp` : null,
  };
}

/** The archived fields that are restored. */
export function checkItem({
  name,
  prompt,
  model,
  seed,
  metadata,
}: Pick<MediaItem, 'name' | 'prompt' | 'model' | 'seed' | 'metadata'>) {
  return {
    name: name === '' ? '' : cleanFileName(name),
    prompt: storable(prompt.slice(0, MAX_PROMPT)),
    model: storable(model.slice(0, MAX_MODEL)),
    seed: Math.abs(seed ?? 0) <= MAX_SEED ? seed : null,
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
  const { type, width, height, bytes, storedBytes, placeholder } = image;
  const metadata = { ...knownMetadata(row.metadata), placeholder };
  const measures = { type, width, height, bytes, storedBytes };
  return {
    columns: { kind: 'image', durationMs: null, ...measures, metadata },
    bytes: storedBytes,
    store: (signal) => storeImage(target.userId, id, image, signal),
  };
}

/** An image from an archive, read like an upload; null if it is missing or can't be read. */
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
  // Without a poster, the first browser that shows the video draws one.
  const poster =
    paths.poster === null ? null : await readArchivedImage(target, paths.poster, directory);
  const { type, width, height, durationMs, bytes } = video;
  const storedBytes = video.bytes + (poster ? poster.storedBytes - poster.bytes : 0);
  const metadata = { ...knownMetadata(row.metadata), ...posterMetadata(poster) };
  return {
    columns: { kind: 'video', type, width, height, durationMs, bytes, storedBytes, metadata },
    bytes: storedBytes,
    async store(signal) {
      await storeVideo(userId, id, video, signal);
      if (poster) await storePoster(userId, id, poster);
    },
  };
}

function posterMetadata(poster: ReadImage | null) {
  return poster && { poster: true, placeholder: poster.placeholder };
}

function knownMetadata(metadata: unknown): { revisedPrompt?: string; provider?: string } {
  const { revisedPrompt, provider } = fieldsOf(metadata);
  return {
    ...(typeof revisedPrompt === 'string' && {
      revisedPrompt: storable(revisedPrompt.slice(0, 2 * MAX_PROMPT)),
    }),
    ...(typeof provider === 'string' && { provider: storable(provider.slice(0, MAX_MODEL)) }),
  };
}
