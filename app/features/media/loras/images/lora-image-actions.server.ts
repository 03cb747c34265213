import { join } from 'node:path';

import {
  cleanFileName,
  readImageFile,
  receiveImage,
  UploadRefused,
  type ReadImage,
} from '~/lib/files/image-upload.server';
import { hasRoom, lockStorage } from '~/engine/user-data/index.server';
import { prisma, type PrismaTx, prismaTransaction, type Sql, sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';
import { inTemporary } from '~/lib/files/temporary.server';

import type { Upload } from '../../gallery/upload-reference.server';
import type { LoraImage } from '../../media';
import { duplicateText, mediaTexts, tooSmallText } from '../../refusals';
import { lockedDraft, publishLora } from '../lora-actions.server';
import { removeLoraImageFiles, storeLoraImage } from '../lora-files.server';
import {
  deleteLoraImage,
  findSameImage,
  insertLoraImage,
  type NewLoraImage,
  setCaption,
} from './lora-image-data.server';
import { LORA_IMAGES } from '../lora';
import { findLora } from '../lora-data.server';
import { loraImageView } from '../lora-view';
import { unconfirmRights } from '../training/training-data.server';

/**
 * Stores an uploaded image for a LoRA to learn from.
 * @throws AppError `not-found`, `invalid` with a sentence about the file, `conflict`, `unavailable`
 */
export async function addLoraImage(
  loraId: string | undefined,
  { userId, name: sentName, body }: Upload,
): Promise<LoraImage> {
  const lora = isId(loraId) ? await findLora(sql, userId, loraId) : null;
  if (!lora) throw new AppError('not-found', mediaTexts.loraGone);
  assertRoomForImage(lora.images);
  const name = cleanFileName(sentName);
  return inTemporary(async (directory) => {
    const input = join(directory, 'input');
    const sha256 = await receiveImage(body, input, name);
    await assertNew(prisma, lora.id, { name, sha256 });
    const source = await readImageFile(input, directory, { userId });
    if (typeof source === 'string') throw new UploadRefused(name, source);
    const { width, height, type, bytes } = source;
    if (Math.min(width, height) < LORA_IMAGES.minEdge) {
      const text = tooSmallText(name, width, height, LORA_IMAGES.minEdge);
      throw new AppError('invalid', text);
    }
    const storedBytes = source.storedBytes;
    const image = { id: newId(), userId, loraId: lora.id, name, type, width, height, bytes };
    return keep({ ...image, storedBytes, sha256 }, source);
  });
}

function assertRoomForImage(images: number): void {
  if (images >= LORA_IMAGES.max) throw new AppError('conflict', mediaTexts.tooManyImages);
}

async function assertNew(
  db: PrismaTx,
  loraId: string,
  { name, sha256 }: { name: string; sha256: string },
): Promise<void> {
  const same = await findSameImage(db, loraId, sha256);
  if (same !== null) throw new AppError('invalid', duplicateText(name, same));
}

async function assertRoom(on: Sql, { userId, storedBytes }: NewLoraImage): Promise<void> {
  if (!(await hasRoom(on, userId, storedBytes))) {
    throw new AppError('conflict', mediaTexts.storageFull);
  }
}

async function keep(image: NewLoraImage, source: ReadImage): Promise<LoraImage> {
  const { userId, loraId, name } = image;
  await assertRoom(sql, image);
  try {
    // Objects are stored before the row that names them.
    await storeLoraImage(image, source);
    const row = await prismaTransaction(async (tx, sql) => {
      // Others may have arrived at the same time.
      const lora = await lockedDraft(sql, userId, loraId);
      assertRoomForImage(lora.images);
      await assertNew(tx, loraId, image);
      await lockStorage(sql, userId);
      await assertRoom(sql, image);
      const row = await insertLoraImage(tx, image);
      await unconfirmRights(tx, userId, loraId);
      await publishLora(sql, userId, loraId);
      return row;
    });
    return loraImageView(row);
  } catch (error) {
    await removeLoraImageFiles(image);
    if (error instanceof AppError) throw error;
    const text = `“${name}” couldn’t be saved. Try again.`;
    throw new AppError('unavailable', text, { cause: error });
  }
}

export interface ImagePlace {
  loraId: string | undefined;
  id: string | undefined;
}

/** Sets an image's caption. @throws AppError `not-found`, `conflict` */
export async function captionLoraImage(
  userId: UserScope,
  { loraId, id }: ImagePlace,
  caption: string,
): Promise<LoraImage> {
  return prismaTransaction(async (tx, sql) => {
    const lora = await lockedDraft(sql, userId, loraId);
    const row = isId(id) ? await setCaption(tx, userId, { loraId: lora.id, id, caption }) : null;
    if (!row) throw new AppError('not-found', mediaTexts.loraImageGone);
    return loraImageView(row);
  });
}

/** @throws AppError `not-found`, `conflict` */
export async function removeLoraImage(userId: UserScope, place: ImagePlace): Promise<void> {
  const { loraId, id } = await prismaTransaction(async (tx, sql) => {
    const lora = await lockedDraft(sql, userId, place.loraId);
    const { id } = place;
    if (!isId(id) || !(await deleteLoraImage(tx, userId, lora.id, id))) {
      throw new AppError('not-found', mediaTexts.loraImageGone);
    }
    await publishLora(sql, userId, lora.id);
    return { loraId: lora.id, id };
  });
  await removeLoraImageFiles({ userId, loraId, id });
}
