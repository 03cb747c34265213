import { objects } from '~/gateways/objects/index.server';
import { log } from '~/lib/log.server';

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
export function pictureOf(key: string): string | undefined {
  return key.split('/')[2];
}

/** Removes a picture that nobody has any more; one that stays is found by the sweep. */
export async function dropPicture(userId: string, pictureId: string): Promise<void> {
  try {
    await (await objects()).delete([pictureKey(userId, pictureId)]);
  } catch (err) {
    log.warn({ err, userId }, 'removing a picture failed, the sweep tries again');
  }
}
