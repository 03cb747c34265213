import { readImageFile, type ReadImage } from '~/lib/images/read-image.server';
import { cleanFileName } from '~/lib/images/receive-image.server';
import { join } from 'node:path';

import {
  hasRoom,
  lockStorage,
  restoredTime,
  type RestoreTarget,
  saveArchived,
} from '~/engine/user-data/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { inTemporary } from '~/lib/temporary.server';

import { findOneOf as findLora } from '../loras/lora-data.server';
import { LARGEST_SEED, MAX_PROMPT } from '../media';
import { mediaTexts } from '../texts';
import {
  readVideoFile,
  storePoster,
  storeVideo,
  type ReadVideo,
} from '../videos/video-files.server';
import { findOneOf, insertItem, restoreItems, setItemHistory } from './item-data.server';
import { dropPictures, storePicture } from './picture-files.server';

/** A picture or a video in an archive; what it says of its file is not believed. */
export interface ArchivedItem {
  id: string;
  origin: 'made' | 'upload';
  kind: string;
  name: string;
  prompt: string;
  model: string;
  seed: number | null;
  metadata: unknown;
  favourite: boolean;
  createdAt: string;
  loraId: string | null;
}

/** Where the archive has its files. */
export interface ItemPaths {
  file: string;
  /** Of a video. */
  poster: string | null;
}

const MAX_BYTES = { image: 64 * 1024 ** 2, video: 1024 ** 3 };
const MAX_MODEL = 200;

/**
 * Brings in a picture or a video that is not there yet; one that was deleted and has not been removed is taken out of
 * the bin. @throws AppError `invalid`, `conflict` when the storage is full, `unavailable`
 */
export async function restoreItem(
  target: RestoreTarget,
  row: ArchivedItem,
  paths: ItemPaths,
): Promise<boolean> {
  const { userId } = target;
  const there = await findOneOf(sql, userId, target.idsOf('mediaItems', row.id));
  if (there) {
    return there.deleted && (await restoreItems(sql, userId, [there.id])).length > 0;
  }
  return inTemporary(async (directory) => {
    const read = await (row.kind === 'video' ? readVideo : readImage)(target, paths, directory);
    return keep(target, row, read);
  });
}

interface Read {
  kind: 'image' | 'video';
  file: Pick<ReadImage, 'type' | 'width' | 'height' | 'bytes'> & { durationMs?: number };
  storedBytes: number;
  hasPoster: boolean;
  store(userId: string, id: string, signal: AbortSignal): Promise<void>;
}

async function readImage(
  target: RestoreTarget,
  { file }: ItemPaths,
  directory: string,
): Promise<Read> {
  const picture = await readArchivedPicture(target, file, directory);
  if (!picture) throw new AppError('invalid', mediaTexts.archivedFile);
  return {
    kind: 'image',
    file: picture,
    storedBytes: picture.storedBytes,
    hasPoster: false,
    store: (userId, id, signal) => storePicture(userId, id, picture, signal),
  };
}

/** A picture of an archive, opened as one that is uploaded; null where it cannot be had. */
export async function readArchivedPicture(
  target: RestoreTarget,
  path: string,
  directory: string,
): Promise<ReadImage | null> {
  const input = join(directory, 'input');
  if (!(await saveArchived(target, path, input, MAX_BYTES.image))) return null;
  const turn = { userId: target.userId, isJob: true };
  const picture = await readImageFile(input, directory, turn, { kept: true });
  return typeof picture === 'string' ? null : picture;
}

async function readVideo(
  target: RestoreTarget,
  paths: ItemPaths,
  directory: string,
): Promise<Read> {
  const input = join(directory, 'video');
  const isThere = await saveArchived(target, paths.file, input, MAX_BYTES.video);
  const turn = { userId: target.userId, isJob: true };
  const video: ReadVideo | string = isThere ? await readVideoFile(input, turn) : 'empty';
  if (typeof video === 'string') throw new AppError('invalid', mediaTexts.archivedFile);
  // Without one the browser that shows it first draws one.
  const poster =
    paths.poster === null ? null : await readArchivedPicture(target, paths.poster, directory);
  return {
    kind: 'video',
    file: video,
    storedBytes: video.bytes + (poster ? poster.storedBytes - poster.bytes : 0),
    hasPoster: poster !== null,
    async store(userId, id, signal) {
      await storeVideo(userId, id, video, signal);
      if (poster) await storePoster(userId, id, poster);
    },
  };
}

async function keep(target: RestoreTarget, row: ArchivedItem, read: Read): Promise<boolean> {
  const { userId, signal } = target;
  const id = target.idOf('mediaItems', row.id);
  await assertRoom(sql, userId, read.storedBytes);
  // Before the row that names them.
  await read.store(userId, id, signal);
  try {
    await transaction(async (tx) => {
      await lockStorage(tx, userId);
      // Something else may have come meanwhile.
      await assertRoom(tx, userId, read.storedBytes);
      const { type, width, height, bytes, durationMs = null } = read.file;
      await insertItem(tx, {
        id,
        userId,
        origin: row.origin,
        kind: read.kind,
        jobId: null,
        callId: null,
        name: row.name === '' ? '' : cleanFileName(row.name),
        type,
        width,
        height,
        durationMs,
        bytes,
        storedBytes: read.storedBytes,
        prompt: storable(row.prompt, MAX_PROMPT),
        model: storable(row.model, MAX_MODEL),
        seed: isSeed(row.seed) ? row.seed : null,
        metadata: { ...knownMetadata(row.metadata), ...(read.hasPoster && { poster: true }) },
        loraId: await findLora(tx, userId, target.idsOf('loras', row.loraId)),
      });
      const createdAt = restoredTime(row.createdAt);
      await setItemHistory(tx, userId, { id, favourite: row.favourite, createdAt });
    });
  } catch (error) {
    // Unless another run has brought it in meanwhile: the files are its own then.
    if (!(await findOneOf(sql, userId, [id]))) await dropPictures([{ userId, id }]);
    throw error;
  }
  return true;
}

async function assertRoom(on: typeof sql, userId: string, bytes: number): Promise<void> {
  if (!(await hasRoom(on, userId, bytes))) {
    throw new AppError('conflict', mediaTexts.storageFull);
  }
}

function isSeed(seed: number | null): boolean {
  return Number.isInteger(seed) && Math.abs(seed ?? 0) <= LARGEST_SEED;
}

function knownMetadata(given: unknown): { revisedPrompt?: string; provider?: string } {
  const { revisedPrompt, provider } = (given ?? {}) as Record<string, unknown>;
  return {
    ...(typeof revisedPrompt === 'string' && {
      revisedPrompt: storable(revisedPrompt, 2 * MAX_PROMPT),
    }),
    ...(typeof provider === 'string' && { provider: storable(provider, MAX_MODEL) }),
  };
}

/** Without what PostgreSQL cannot store, and half characters. */
function storable(text: string, most: number): string {
  return text.replaceAll('\0', '').slice(0, most).toWellFormed();
}
