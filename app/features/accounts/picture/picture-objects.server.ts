import { createReadableStreamFromReadable } from '@remix-run/node';

import { ObjectMissing, objects } from '~/gateways/objects/index.server';
import { isKnownTag, PRIVATE_FILE } from '~/http/private-file';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';

import { accountTexts } from '../settings/texts';
import { knownPictures } from '../users/user-data.server';

/** Where the objects of people's pictures begin; their keys name the user and the picture. */
export const ACCOUNT_PICTURE_OBJECTS = 'account-pictures/';

export const PICTURE_TYPE = 'image/webp';
/** Pixels of its edge, as the reader of pictures cuts it. */
export const PICTURE_SIZE = 256;

export function pictureKey(userId: string, pictureId: string): string {
  return `${ACCOUNT_PICTURE_OBJECTS}${userId}/${pictureId}`;
}

/** Where the person's own browser finds their picture; another picture has another address. */
export function pictureUrl(pictureId: string | null): string | null {
  return pictureId && `/api/account/picture?v=${pictureId}`;
}

/** The picture that a key is of. */
function pictureOf(key: string): string | undefined {
  return key.split('/')[2];
}

/** Removes a picture that no one has any more; one that stays is found by the sweep. */
export async function dropPicture(userId: string, pictureId: string): Promise<void> {
  try {
    await (await objects()).delete([pictureKey(userId, pictureId)]);
  } catch (err) {
    log.warn({ err, userId }, 'removing a picture failed, the sweep tries again');
  }
}

/** The picture of the person who asks. @throws AppError `not-found`, `unavailable` */
export async function serveOwnPicture(
  user: { id: string; pictureId: string | null },
  ifNoneMatch: string | null = null,
): Promise<Response> {
  if (user.pictureId === null) throw new AppError('not-found', accountTexts.pictureGone);
  // Another picture has another id.
  const tag = `"${user.pictureId}"`;
  const kept = { ETag: tag, 'Cache-Control': PRIVATE_FILE };
  if (isKnownTag(ifNoneMatch, tag)) return new Response(null, { status: 304, headers: kept });
  const key = pictureKey(user.id, user.pictureId);
  const object = await (await objects()).get(key).catch((cause: unknown) => {
    if (cause instanceof ObjectMissing) {
      throw new AppError('not-found', accountTexts.pictureGone, { cause });
    }
    throw new AppError('unavailable', accountTexts.pictureAway, { cause });
  });
  return new Response(createReadableStreamFromReadable(object.body), {
    headers: {
      'Content-Type': object.type,
      'Content-Length': String(object.length),
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      ...kept,
    },
  });
}

const DAY_MS = 24 * 3_600_000;

/** The job that removes pictures that no one has and that are older than a day. */
export async function sweepPictures(now: Date): Promise<void> {
  const store = await objects();
  let cursor: string | undefined;
  let removed = 0;
  do {
    const page = await store.list(ACCOUNT_PICTURE_OBJECTS, { cursor });
    const old = page.objects
      .filter(({ modifiedAt }) => now.getTime() - modifiedAt.getTime() > DAY_MS)
      .map(({ key }) => key);
    const known = new Set(await knownPictures(old.map(pictureOf).filter(isId)));
    const orphans = old.filter((key) => !known.has(pictureOf(key) ?? ''));
    if (orphans.length > 0) await store.delete(orphans);
    removed += orphans.length;
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  if (removed > 0) log.info({ removed }, 'removed pictures that nobody has');
}
