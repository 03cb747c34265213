import { storedImages } from '~/engine/user-data/index.server';

import { accountTexts } from '../settings/texts';
import { knownPhotos } from '../users/user-data.server';

/** The prefix of photos in the object store; their keys name the user and the photo. */
export const PHOTO_OBJECTS = 'account-pictures/';

export const PHOTO_TYPE = 'image/webp';
/** Its width and height in pixels, as the file reader cuts it. */
export const PHOTO_SIZE = 256;

export const photos = storedImages({
  prefix: PHOTO_OBJECTS,
  named: knownPhotos,
  texts: {
    gone: accountTexts.imageGone,
    away: accountTexts.imageAway,
    failed: accountTexts.photoFailed,
  },
});

/** The URL of the person's own photo; a new photo has a new URL. */
export function photoUrl(photoId: string | null): string | null {
  return photoId && `/api/account/picture?v=${photoId}`;
}

/** A job: removes photos that no one has and that are older than a day. */
export const purgePhotos = photos.purge;
