import {
  readImageFile,
  receiveImage,
  UploadRefused,
  type ReadImage,
} from '~/lib/files/image-upload.server';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { publish } from '~/engine/events/index.server';
import { hasRoom, lockStorage } from '~/engine/user-data/index.server';
import { prismaTransaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { killPoint } from '~/lib/kill-points.server';
import type { UserScope } from '~/lib/scope';
import { inTemporary } from '~/lib/files/temporary.server';

import { findItem, notePoster } from '../gallery/item-data.server';
import { itemEvent, itemView } from '../gallery/item-view';
import type { ItemView } from '../media';
import { mediaTexts } from '../refusals';
import { storePoster } from './video-files.server';

const NAME = 'poster';

/**
 * Stores a video's poster from the browser that showed the video first, because the server can't draw one. Only the first
 * poster is kept; later ones change nothing.
 * @throws AppError `not-found`, `invalid`, `conflict` when the storage is full
 */
export async function keepPoster(
  userId: UserScope,
  id: string | undefined,
  body: Readable,
): Promise<ItemView> {
  const video = isId(id) ? await findItem(userId, id) : null;
  if (!video) throw new AppError('not-found', mediaTexts.itemGone);
  if (video.kind !== 'video') throw new AppError('invalid', mediaTexts.posterOfVideo);
  if (video.metadata.poster) return itemView(video);
  return inTemporary(async (directory) => {
    const input = join(directory, 'input');
    await receiveImage(body, input, NAME);
    const image = await readImageFile(input, directory, { userId });
    if (typeof image === 'string') throw new UploadRefused(NAME, image);
    return keep(userId, video.id, image);
  });
}

async function keep(userId: UserScope, id: string, image: ReadImage): Promise<ItemView> {
  const { placeholder } = image;
  const bytes = image.storedBytes - image.bytes;
  await storePoster(userId, id, image);
  KILLABLE: killPoint('video: poster stored, not noted');
  return prismaTransaction(async (tx, sql) => {
    await lockStorage(sql, userId);
    if (!(await hasRoom(sql, userId, bytes))) {
      throw new AppError('conflict', mediaTexts.storageFull);
    }
    const row =
      (await notePoster(sql, userId, id, { bytes, placeholder })) ??
      (await findItem(userId, id, tx));
    if (!row) throw new AppError('not-found', mediaTexts.itemGone);
    const item = itemView(row);
    await publish(sql, userId, itemEvent(item));
    return item;
  });
}
