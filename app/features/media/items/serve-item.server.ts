import { createReadableStreamFromReadable } from '@remix-run/node';

import { objects } from '~/gateways/objects/index.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { mediaMessages } from '../messages';
import { findItem } from './item-table.server';
import { objectKey, PICTURE_FILES, type PictureFile } from './picture-files.server';

export interface ServeOptions {
  /** The longer edge of a smaller version; null: the picture itself. */
  size: string | null;
  download: boolean;
}

/** A picture for its owner. Nothing in it can run. @throws AppError `not-found`, `invalid`, `unavailable` */
export async function serveItem(
  userId: string,
  id: string | undefined,
  { size, download }: ServeOptions,
): Promise<Response> {
  const file = size ?? 'file';
  if (!isFile(file)) throw new AppError('invalid', mediaMessages.unreadable);
  const row = isId(id) ? await findItem(sql, userId, id) : null;
  if (!row) throw new AppError('not-found', mediaMessages.itemGone);
  const key = objectKey(userId, row.id, file);
  const object = await (await objects()).get(key).catch((cause: unknown) => {
    throw new AppError('unavailable', mediaMessages.fileAway, { cause });
  });
  const type = file === 'file' ? row.type : 'image/webp';
  const name = `brandwright-${row.createdAt.toISOString().slice(0, 10)}-${row.id.slice(-6)}.${type.split('/')[1]}`;
  return new Response(createReadableStreamFromReadable(object.body), {
    headers: {
      'Content-Type': type,
      'Content-Length': String(object.length),
      'Content-Disposition': `${download ? 'attachment' : 'inline'}; filename="${name}"`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      // A picture never changes; a deleted one is gone from the pages.
      'Cache-Control': 'private, max-age=3600, no-transform',
    },
  });
}

function isFile(file: string): file is PictureFile {
  return (PICTURE_FILES as readonly string[]).includes(file);
}
