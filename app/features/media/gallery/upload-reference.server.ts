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
import { prismaTransaction, type Sql, sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';
import { inTemporary } from '~/lib/files/temporary.server';

import type { UploadView } from '../media';
import { mediaTexts } from '../refusals';
import { insertItem } from './item-data.server';
import { itemView } from './item-view';
import { removeImageFiles, storeImage } from './image-files.server';

export interface Upload {
  userId: UserScope;
  /** As the browser sent it. */
  name: string;
  body: Readable;
}

/**
 * Stores an uploaded image that others can start from; it isn't part of the gallery.
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

async function assertRoom(on: Sql, userId: UserScope, image: ReadImage): Promise<void> {
  if (!(await hasRoom(on, userId, image.storedBytes))) {
    throw new AppError('conflict', mediaTexts.storageFull);
  }
}

async function keep(userId: UserScope, name: string, image: ReadImage): Promise<UploadView> {
  const id = newId();
  const { type, width, height, bytes, storedBytes } = image;
  try {
    // Objects are stored before the row that names them.
    await storeImage(userId, id, image);
    const row = await prismaTransaction(async (tx, sql) => {
      await lockStorage(sql, userId);
      // Others may have arrived at the same time.
      await assertRoom(sql, userId, image);
      const file = { type, width, height, bytes, storedBytes };
      return insertItem(tx, { id, userId, origin: 'upload', kind: 'image', name, ...file });
    });
    return { id, name, width, height, bytes, type, thumbUrl: itemView(row).thumbUrl };
  } catch (error) {
    await removeImageFiles([{ userId, id }]);
    if (error instanceof AppError) throw error;
    const text = `“${name}” couldn’t be saved. Try again.`;
    throw new AppError('unavailable', text, { cause: error });
  }
}
