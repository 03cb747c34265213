import { receiveImage, uploadRefusal, type ImageRefusal } from '~/lib/files/image-upload.server';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { changePhoto } from '../users/user-actions.server';
import { objects } from '~/gateways/objects/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';
import { runApart, type ReaderTurn } from '~/lib/run-apart.server';
import type { UserScope } from '~/lib/scope';
import { inTemporary } from '~/lib/files/temporary.server';

import { accountTexts } from '../settings/texts';
import { dropPhoto, photoKey, PHOTO_TYPE } from './photo-objects.server';

const LIMITS = { timeMs: 10_000, memoryMb: 512 };

/**
 * Takes a photo of the person: a small square out of the middle of what they sent.
 * @throws AppError `invalid` with a sentence for them, `unavailable`
 */
export function setOwnPhoto(userId: UserScope, name: string, body: Readable): Promise<string> {
  return inTemporary(async (directory) => {
    const input = join(directory, 'input');
    await receiveImage(body, input, name);
    const refusal = await cutSquare(input, directory, { userId });
    if (refusal) {
      const log = `a picture was refused: ${refusal}`;
      throw new AppError('invalid', uploadRefusal(name, refusal), { log });
    }
    const photoId = newId();
    await storeOwnPhoto(userId, photoId, join(directory, 'file'));
    const before = await changePhoto(userId, photoId).catch(async (error: unknown) => {
      await dropPhoto(userId, photoId);
      throw error;
    });
    if (before !== null) await dropPhoto(userId, before);
    return photoId;
  });
}

/** Leaves the person without a photo; without one it changes nothing. */
export async function removeOwnPhoto(userId: UserScope): Promise<void> {
  const before = await changePhoto(userId, null);
  if (before !== null) await dropPhoto(userId, before);
}

/** Writes a small square out of a photo's middle; a word for why that cannot be done. */
export async function cutSquare(
  input: string,
  directory: string,
  turn: ReaderTurn,
): Promise<ImageRefusal | undefined> {
  const run = await runApart('readers/image-reader.ts', [input, directory, 'square'], LIMITS, turn);
  if ('killed' in run) return run.killed;
  if ('broken' in run) return 'damaged';
  return (JSON.parse(run.said) as { refusal?: ImageRefusal }).refusal;
}

/** Before the row that names it. @throws AppError `unavailable` */
export async function storeOwnPhoto(
  userId: UserScope,
  photoId: string,
  file: string,
): Promise<void> {
  try {
    const { size } = await stat(file);
    const body = { stream: createReadStream(file), length: size };
    await (await objects()).put(photoKey(userId, photoId), body, { type: PHOTO_TYPE });
  } catch (cause) {
    throw new AppError('unavailable', accountTexts.photoFailed, { cause });
  }
}
