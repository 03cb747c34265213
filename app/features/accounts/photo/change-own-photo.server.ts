import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { objects } from '~/gateways/objects/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';
import {
  imageAnswer,
  receiveImage,
  uploadRefusal,
  type ImageRefusal,
} from '~/lib/files/image-upload.server';
import { type ReaderTurn, runApart } from '~/lib/run-apart.server';
import type { UserScope } from '~/lib/scope';
import { inTemporary } from '~/lib/files/temporary.server';

import { accountTexts } from '../settings/texts';
import { changePhoto } from '../users/user-actions.server';
import { PHOTO_TYPE, photoKey, removePhotoObject } from './photo-objects.server';

const LIMITS = { timeMs: 10_000, memoryMb: 512 };

/**
 * Gives the person a photo: a small square, cut out of the middle of the image that they sent. Returns its id.
 * @throws AppError `invalid` with a sentence for them, `unavailable`
 */
export function setOwnPhoto(userId: UserScope, name: string, body: Readable): Promise<string> {
  return inTemporary(async (directory) => {
    const input = join(directory, 'input');
    await receiveImage(body, input, name);
    const refusal = await cutSquare(input, directory, { userId });
    if (refusal) {
      const log = `a photo was refused: ${refusal}`;
      throw new AppError('invalid', uploadRefusal(name, refusal), { log });
    }
    const photoId = newId();
    await storeOwnPhoto(userId, photoId, join(directory, 'file'));
    const replaced = await changePhoto(userId, photoId).catch(async (error: unknown) => {
      await removePhotoObject(userId, photoId);
      throw error;
    });
    if (replaced !== null) await removePhotoObject(userId, replaced);
    return photoId;
  });
}

/** Removes the person's photo, if they have one. */
export async function removeOwnPhoto(userId: UserScope): Promise<void> {
  const replaced = await changePhoto(userId, null);
  if (replaced !== null) await removePhotoObject(userId, replaced);
}

/** Cuts a small square out of an image's middle, into `directory`/file; returns the reason if that isn't possible. */
export async function cutSquare(
  input: string,
  directory: string,
  turn: ReaderTurn,
): Promise<ImageRefusal | undefined> {
  const args = [input, directory, 'square'];
  const run = await runApart('readers/image-reader.ts', args, LIMITS, turn, imageAnswer);
  if ('killed' in run) return run.killed;
  if ('broken' in run) return 'damaged';
  return 'refusal' in run.answer ? run.answer.refusal : undefined;
}

/** Call it before a row names the photo. @throws AppError `unavailable` */
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
