import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import type { RestoredFiles, RestoreTarget } from '~/engine/user-data/index.server';
import { prisma, type PrismaTx, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { extensionOf } from '~/lib/files/file-name';
import { cleanFileName } from '~/lib/files/image-upload.server';
import type { LoraImage } from '~/lib/prisma/client';
import { userScope } from '~/lib/scope';

import { readArchivedImage } from '../../gallery/restore-item.server';
import { mediaTexts } from '../../refusals';
import { lockLora } from '../lora-data.server';
import { removeLoraImageFiles, storeLoraImage } from '../lora-files.server';
import { LORA_IMAGES } from '../lora';
import { findSameImage } from './lora-image-data.server';

// An image from an archive that a LoRA learns from. It is restored only with a LoRA that was restored itself.

type ArchivedImage = Pick<LoraImage, 'id' | 'loraId' | 'type' | 'name' | 'sha256'>;

export function loraImagePath({ id, type }: Pick<LoraImage, 'id' | 'type'>): string {
  return `loraImages/${id}.${extensionOf(type)}`;
}

/** @throws AppError `invalid` */
export async function loraImageFiles(
  row: ArchivedImage,
  target: RestoreTarget,
  directory: string,
  id: string,
): Promise<RestoredFiles<LoraImage> | null> {
  const { userId } = target;
  // A LoRA that was here before has its images already, or its owner removed them.
  const loraId = target.idOf('loras', row.loraId);
  if ((await prisma.lora.count({ where: { id: loraId, userId } })) === 0) return null;
  const source = await readArchivedImage(target, loraImagePath(row), directory);
  if (!source) throw new AppError('invalid', mediaTexts.archivedFile);
  const sha256 = /^[0-9a-f]{64}$/.test(row.sha256)
    ? row.sha256
    : await sha256Of(join(directory, 'file'));
  const { type, width, height, bytes, storedBytes } = source;
  const name = cleanFileName(row.name);
  const image = { id, userId, loraId };
  return {
    columns: { name, type, width, height, bytes, storedBytes, sha256 },
    bytes: storedBytes,
    refusal: mediaTexts.storageFull,
    store: () => storeLoraImage(image, source),
    drop: () => removeLoraImageFiles(image),
  };
}

/** Null when the LoRA is gone, or has the same image. @throws AppError `conflict` when it has too many */
export async function addToLora(
  { tx, sql }: { tx: PrismaTx; sql: Sql },
  { userId, loraId, sha256 }: Pick<LoraImage, 'userId' | 'loraId' | 'sha256'>,
): Promise<object | null> {
  const lora = await lockLora(sql, userScope(userId), loraId);
  if (!lora || (await findSameImage(tx, loraId, sha256)) !== null) return null;
  if (lora.images >= LORA_IMAGES.max) throw new AppError('conflict', mediaTexts.tooManyImages);
  return {};
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
