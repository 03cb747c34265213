import { type ReadImage } from '~/lib/images/read-image.server';
import { cleanFileName } from '~/lib/images/receive-image.server';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import {
  hasRoom,
  lockStorage,
  restoredTime,
  type RestoreTarget,
} from '~/engine/user-data/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { inTemporary } from '~/lib/temporary.server';

import { readArchivedPicture } from '../../gallery/restore-item.server';
import { mediaTexts } from '../../texts';
import { dropLoraImage, storeLoraImage } from '../lora-files.server';
import {
  findSameImage,
  hasLoraImage,
  insertLoraImage,
  setCaption,
  setLoraImageCreation,
} from './lora-image-data.server';
import { MAX_CAPTION, LORA_PICTURES } from '../lora-rules';
import { lockLora } from '../lora-data.server';

/** A picture that a LoRA learns from, in an archive. */
export interface ArchivedLoraImage {
  id: string;
  loraId: string;
  name: string;
  /** Of the file as it came at first. */
  sha256: string;
  caption: string;
  createdAt: string;
}

/**
 * Brings in a picture of a LoRA that came in itself.
 * @throws AppError `invalid`, `conflict` when the storage is full or there are too many, `unavailable`
 */
export async function restoreLoraImage(
  target: RestoreTarget,
  row: ArchivedLoraImage,
  path: string,
): Promise<boolean> {
  const { userId } = target;
  // Not of one that was there: its pictures are there too, or were taken out.
  const loraId = target.idOf('loras', row.loraId);
  const id = target.idOf('loraImages', row.id);
  if (await hasLoraImage(sql, userId, [row.id, id])) return false;
  return inTemporary(async (directory) => {
    const picture = await readArchivedPicture(target, path, directory);
    if (!picture) throw new AppError('invalid', mediaTexts.archivedFile);
    const sha256 = /^[0-9a-f]{64}$/.test(row.sha256)
      ? row.sha256
      : await sha256Of(join(directory, 'file'));
    return keep({ id, userId, loraId, sha256 }, row, picture);
  });
}

async function keep(
  image: { id: string; userId: string; loraId: string; sha256: string },
  row: ArchivedLoraImage,
  picture: ReadImage,
): Promise<boolean> {
  const { id, userId, loraId, sha256 } = image;
  const { type, width, height, bytes, storedBytes } = picture;
  if (!(await lockLora(sql, userId, loraId))) return false;
  // Before the row that names them.
  await storeLoraImage(image, picture);
  let isKept = false;
  try {
    isKept = await transaction(async (tx) => {
      const lora = await lockLora(tx, userId, loraId);
      if (!lora || (await findSameImage(tx, loraId, sha256)) !== null) return false;
      if (lora.images >= LORA_PICTURES.most) {
        throw new AppError('conflict', mediaTexts.tooManyPictures);
      }
      await lockStorage(tx, userId);
      if (!(await hasRoom(tx, userId, storedBytes))) {
        throw new AppError('conflict', mediaTexts.storageFull);
      }
      const name = cleanFileName(row.name);
      const stored = { id, userId, loraId, name, type, width, height, bytes, storedBytes, sha256 };
      await insertLoraImage(tx, stored);
      const caption = row.caption.replaceAll('\0', '').slice(0, MAX_CAPTION).toWellFormed();
      await setCaption(tx, userId, { loraId, id, caption });
      const createdAt = restoredTime(row.createdAt);
      await setLoraImageCreation(tx, userId, { id, createdAt });
      return true;
    });
    return isKept;
  } finally {
    // Unless another run has brought it in meanwhile: the files are its own then.
    if (!isKept && !(await hasLoraImage(sql, userId, [id]))) await dropLoraImage(image);
  }
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
