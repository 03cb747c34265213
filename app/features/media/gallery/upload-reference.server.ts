import {
  cleanFileName,
  readImageFile,
  receiveImage,
  UploadRefused,
  type ReadImage,
} from '~/lib/files/image-upload.server';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { hasRoom, lockStorage } from '~/engine/user-data/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';
import { inTemporary } from '~/lib/files/temporary.server';

import type { UploadView } from '../media';
import { mediaTexts } from '../texts';
import { insertItem } from './item-data.server';
import { itemView } from './item-view';
import { removeImageFiles, storeImage } from './image-files.server';

export interface Upload {
  userId: UserScope;
  /** As the browser says. */
  name: string;
  body: Readable;
}

/**
 * Takes an image to start others from; it is not part of the gallery.
 * @throws AppError `invalid` with a sentence for the person, `conflict` when the storage is full, `unavailable`
 */
export async function uploadReference(upload: Upload): Promise<UploadView> {
  const name = cleanFileName(upload.name);
  return inTemporary(async (directory) => {
    const input = join(directory, 'input');
    await receiveImage(upload.body, input, name);
    const image = await readImageFile(input, directory, { userId: upload.userId });
    if (typeof image === 'string') throw new UploadRefused(name, image);
    await assertRoom(sql, upload.userId, image);
    return keep(upload.userId, name, image);
  });
}

async function assertRoom(
  on: Parameters<typeof hasRoom>[0],
  userId: UserScope,
  image: ReadImage,
): Promise<void> {
  if (!(await hasRoom(on, userId, image.storedBytes))) {
    throw new AppError('conflict', mediaTexts.storageFull);
  }
}

async function keep(userId: UserScope, name: string, image: ReadImage): Promise<UploadView> {
  const id = newId();
  const { type, width, height, bytes, storedBytes } = image;
  try {
    // Before the row that names them.
    await storeImage(userId, id, image);
    const row = await transaction(async (tx) => {
      await lockStorage(tx, userId);
      // Several may have come at once.
      await assertRoom(tx, userId, image);
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
    await removeImageFiles([{ userId, id }]);
    if (error instanceof AppError) throw error;
    const text = `“${name}” could not be stored. Please try again.`;
    throw new AppError('unavailable', text, { cause: error });
  }
}
