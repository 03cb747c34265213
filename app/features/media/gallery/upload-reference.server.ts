import { readImageFile, type ReadImage } from '~/lib/images/read-image.server';
import { cleanFileName, receiveImage, UploadRefused } from '~/lib/images/receive-image.server';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { hasRoom, lockStorage } from '~/engine/user-data/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';
import { inTemporary } from '~/lib/temporary.server';

import type { UploadView } from '../media';
import { mediaTexts } from '../texts';
import { insertItem } from './item-data.server';
import { itemView } from './item-view';
import { dropPictures, storePicture } from './picture-files.server';

export interface Upload {
  userId: string;
  /** As the browser says. */
  name: string;
  body: Readable;
}

/**
 * Takes a picture to start others from; it is not part of the gallery.
 * @throws AppError `invalid` with a sentence for the person, `conflict` when the storage is full, `unavailable`
 */
export async function uploadReference(upload: Upload): Promise<UploadView> {
  const name = cleanFileName(upload.name);
  return inTemporary(async (directory) => {
    const input = join(directory, 'input');
    await receiveImage(upload.body, input, name);
    const picture = await readImageFile(input, directory, { userId: upload.userId });
    if (typeof picture === 'string') throw new UploadRefused(name, picture);
    await assertRoom(sql, upload.userId, picture);
    return keep(upload.userId, name, picture);
  });
}

async function assertRoom(
  on: Parameters<typeof hasRoom>[0],
  userId: string,
  picture: ReadImage,
): Promise<void> {
  if (!(await hasRoom(on, userId, picture.storedBytes))) {
    throw new AppError('conflict', mediaTexts.storageFull);
  }
}

async function keep(userId: string, name: string, picture: ReadImage): Promise<UploadView> {
  const id = newId();
  const { type, width, height, bytes, storedBytes } = picture;
  try {
    // Before the row that names them.
    await storePicture(userId, id, picture);
    const row = await transaction(async (tx) => {
      await lockStorage(tx, userId);
      // Several may have come at once.
      await assertRoom(tx, userId, picture);
      return insertItem(tx, {
        id,
        userId,
        origin: 'upload',
        kind: 'image',
        jobId: null,
        callId: null,
        name,
        type,
        width,
        height,
        bytes,
        storedBytes,
        prompt: '',
        model: '',
        seed: null,
        metadata: {},
      });
    });
    return { id, name, width, height, bytes, type, thumbUrl: itemView(row).thumbUrl };
  } catch (error) {
    await dropPictures([{ userId, id }]);
    if (error instanceof AppError) throw error;
    const text = `“${name}” could not be stored. Please try again.`;
    throw new AppError('unavailable', text, { cause: error });
  }
}
