import { createReadableStreamFromReadable } from '@remix-run/node';

import { ObjectMissing, objects } from '~/gateways/objects/index.server';
import { AppError } from '~/lib/errors';
import { isKnownTag, PRIVATE_FILE } from '~/http/private-file';

import { accountTexts } from '../settings/texts';
import { pictureKey } from './picture-objects.server';

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
