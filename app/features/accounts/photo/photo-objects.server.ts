import { createReadableStreamFromReadable } from '@remix-run/node';

import { ObjectMissing, objects } from '~/gateways/objects/index.server';
import { isKnownTag, privateFile } from '~/http/file-headers';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';
import { DAY_MS } from '~/lib/time';

import { accountTexts } from '../settings/texts';
import { knownPhotos } from '../users/user-data.server';

/** The prefix of photos in the object store; their keys name the user and the photo. */
export const PHOTO_OBJECTS = 'account-pictures/';

export const PHOTO_TYPE = 'image/webp';
/** Its width and height in pixels, as the file reader cuts it. */
export const PHOTO_SIZE = 256;

export function photoKey(userId: UserScope, photoId: string): string {
  return `${PHOTO_OBJECTS}${userId}/${photoId}`;
}

/** The URL of the person's own photo; a new photo has a new URL. */
export function photoUrl(photoId: string | null): string | null {
  return photoId && `/api/account/picture?v=${photoId}`;
}

/** The id in a photo's key. */
function photoIdOf(key: string): string | undefined {
  return key.split('/')[2];
}

/** Removes a photo that no one has any more. If that fails, `purgePhotos` removes it later. */
export async function removePhotoObject(userId: UserScope, photoId: string): Promise<void> {
  try {
    await (await objects()).delete([photoKey(userId, photoId)]);
  } catch (err) {
    log.warn({ err, userId }, 'removing a photo failed, a job tries again');
  }
}

/** The photo of the person who requests it. @throws AppError `not-found`, `unavailable` */
export async function serveOwnPhoto(
  user: { id: UserScope; pictureId: string | null },
  ifNoneMatch: string | null = null,
): Promise<Response> {
  if (user.pictureId === null) throw new AppError('not-found', accountTexts.imageGone);
  // A new photo has a new id.
  const tag = `"${user.pictureId}"`;
  const caching = privateFile(tag);
  if (isKnownTag(ifNoneMatch, tag)) return new Response(null, { status: 304, headers: caching });
  const key = photoKey(user.id, user.pictureId);
  const object = await (await objects()).get(key).catch((cause: unknown) => {
    if (cause instanceof ObjectMissing) {
      throw new AppError('not-found', accountTexts.imageGone, { cause });
    }
    throw new AppError('unavailable', accountTexts.imageAway, { cause });
  });
  return new Response(createReadableStreamFromReadable(object.body), {
    headers: {
      'Content-Type': object.type,
      'Content-Length': String(object.length),
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      ...caching,
    },
  });
}

/** A job: removes photos that no one has and that are older than a day. */
export async function purgePhotos(now: Date): Promise<void> {
  const store = await objects();
  let cursor: string | undefined;
  let removed = 0;
  do {
    const page = await store.list(PHOTO_OBJECTS, { cursor });
    const old = page.objects
      .filter(({ modifiedAt }) => now.getTime() - modifiedAt.getTime() > DAY_MS)
      .map(({ key }) => key);
    const known = new Set(await knownPhotos(old.map(photoIdOf).filter(isId)));
    const orphans = old.filter((key) => !known.has(photoIdOf(key) ?? ''));
    if (orphans.length > 0) await store.delete(orphans);
    removed += orphans.length;
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  if (removed > 0) log.info({ removed }, 'removed photos that no one has');
}
