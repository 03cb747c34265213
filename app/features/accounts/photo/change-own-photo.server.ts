import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { newId } from '~/lib/ids.server';
import { makeSmall, receiveImage, UploadRefused } from '~/lib/files/image-upload.server';
import type { UserScope } from '~/lib/scope';
import { inTemporary } from '~/lib/files/temporary.server';

import { changePhoto } from '../users/user-actions.server';
import { photos } from './photo-objects.server';

/**
 * Gives the person a photo: a small square, cut out of the middle of the image that they sent. Returns its id.
 * @throws AppError `invalid` with a sentence for them, `unavailable`
 */
export function setOwnPhoto(userId: UserScope, name: string, body: Readable): Promise<string> {
  return inTemporary(async (directory) => {
    const input = join(directory, 'input');
    await receiveImage(body, input, name);
    const square = await makeSmall(input, directory, 'square', { userId });
    if (typeof square === 'string') throw new UploadRefused(name, square);
    const photoId = newId();
    await photos.store(userId, photoId, join(directory, 'file'));
    const replaced = await changePhoto(userId, photoId).catch(async (error: unknown) => {
      await photos.remove(userId, photoId);
      throw error;
    });
    if (replaced !== null) await photos.remove(userId, replaced);
    return photoId;
  });
}

/** Removes the person's photo, if they have one. */
export async function removeOwnPhoto(userId: UserScope): Promise<void> {
  const replaced = await changePhoto(userId, null);
  if (replaced !== null) await photos.remove(userId, replaced);
}
