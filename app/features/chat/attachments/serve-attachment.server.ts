import type { Readable } from 'node:stream';

import { createReadableStreamFromReadable } from '@remix-run/node';

import { ObjectDamaged, objects } from '~/gateways/objects/index.server';
import { AppError } from '~/lib/errors';
import { isKnownTag, privateFile } from '~/http/file-headers';
import { isId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { isImage } from './attachment';
import { deleteUnsent, findShownAttachment, type AttachmentRow } from './attachment-data.server';
import { attachmentTexts } from './texts';
import { dropFiles } from './upload-attachment.server';

/**
 * Serves a file as it was uploaded, to its owner. Only images are shown inline, and nothing in a file can run.
 * @throws AppError `not-found`, `unavailable`
 */
export async function serveAttachment(
  userId: UserScope,
  id: string | undefined,
  ifNoneMatch: string | null = null,
): Promise<Response> {
  const row = isId(id) ? await findShownAttachment(userId, id) : null;
  if (!row) throw new AppError('not-found', attachmentTexts.fileGone);
  // A file never changes.
  const tag = `"${row.id}"`;
  const cacheHeaders = privateFile(tag);
  if (isKnownTag(ifNoneMatch, tag))
    return new Response(null, { status: 304, headers: cacheHeaders });
  const body = await open(row).catch((cause: unknown) => {
    throw new AppError('unavailable', 'We can’t open this file right now. Try again later.', {
      cause,
    });
  });
  const disposition = isImage(row) ? 'inline' : 'attachment';
  // The plain name is for old browsers; its narrow character set keeps it from breaking the header.
  const plain = row.name.replace(/[^\w. -]/g, '_');
  return new Response(createReadableStreamFromReadable(body), {
    headers: {
      'Content-Type': isImage(row) ? row.type : 'application/octet-stream',
      'Content-Length': String(row.size),
      'Content-Disposition': `${disposition}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(row.name).replace(/['()*]/g, escape)}`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      ...cacheHeaders,
    },
  });
}

/** Opens the whole object: a part of a file must not pass for the whole. */
async function open({ objectKey, size }: AttachmentRow): Promise<Readable> {
  const { body, length } = await (await objects()).get(objectKey);
  if (length === size) return body;
  body.destroy();
  throw new ObjectDamaged();
}

function escape(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Removes an unsent file. @throws AppError `not-found` */
export async function removeAttachment(userId: UserScope, id: string | undefined): Promise<void> {
  const keys = isId(id) ? await deleteUnsent(userId, id) : null;
  if (!keys) throw new AppError('not-found', attachmentTexts.fileGone);
  await dropFiles(keys);
}
