import { createReadableStreamFromReadable } from '@remix-run/node';

import { objects } from '~/gateways/objects/index.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isKnownTag, privateFile } from '~/http/file-headers';
import { isId } from '~/lib/ids.server';
import { normalizeText } from '~/lib/text/normalize';
import type { UserScope } from '~/lib/scope';
import { trimEndsOf } from '~/lib/text/trim-ends';

import { mediaTexts } from '../refusals';
import type { ImagePlace } from './images/lora-image-actions.server';
import {
  LORA_IMAGE_FILES,
  type LoraImageFile,
  loraImageKey,
  weightsKey,
} from './lora-files.server';
import { findLoraImage } from './images/lora-image-data.server';
import { findLora } from './lora-data.server';

/** Serves a LoRA's image to its owner. Nothing in it can run. @throws AppError `not-found`, `invalid`, `unavailable` */
export async function serveLoraImage(
  userId: UserScope,
  { loraId, id }: ImagePlace,
  size: string | null,
  ifNoneMatch: string | null = null,
): Promise<Response> {
  const file = size ?? 'file';
  if (!isFile(file)) throw new AppError('invalid', mediaTexts.unreadable);
  const row = isId(loraId) && isId(id) ? await findLoraImage(userId, loraId, id) : null;
  if (!row) throw new AppError('not-found', mediaTexts.loraImageGone);
  // An image never changes.
  const tag = `"${row.id}-${file}"`;
  const caching = privateFile(tag);
  if (isKnownTag(ifNoneMatch, tag)) return new Response(null, { status: 304, headers: caching });
  const object = await (
    await objects()
  )
    .get(loraImageKey({ ...row, userId }, file))
    .catch((cause: unknown) => {
      throw new AppError('unavailable', mediaTexts.fileAway, { cause });
    });
  return new Response(createReadableStreamFromReadable(object.body), {
    headers: {
      'Content-Type': file === 'file' ? row.type : 'image/webp',
      'Content-Length': String(object.length),
      'Content-Disposition': 'inline',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      ...caching,
    },
  });
}

function isFile(file: string): file is LoraImageFile {
  return (LORA_IMAGE_FILES as readonly string[]).includes(file);
}

/** Serves a LoRA's weights to its owner as a download. @throws AppError `not-found`, `conflict`, `unavailable` */
export async function serveWeights(userId: UserScope, id: string | undefined): Promise<Response> {
  const row = isId(id) ? await findLora(sql, userId, id) : null;
  if (!row) throw new AppError('not-found', mediaTexts.loraGone);
  if (row.trainedAt === null) throw new AppError('conflict', mediaTexts.loraNotReady);
  const object = await (await objects()).get(weightsKey(userId, row.id)).catch((cause: unknown) => {
    throw new AppError('unavailable', mediaTexts.weightsUnreadable, { cause });
  });
  return new Response(createReadableStreamFromReadable(object.body), {
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(object.length),
      'Content-Disposition': `attachment; filename="${fileNameOf(row.name)}.safetensors"`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store, no-transform',
    },
  });
}

function fileNameOf(name: string): string {
  const plain = trimEndsOf(normalizeText(name, 'NFKD').replace(/[^\w-]+/g, '-'), /-/).slice(0, 60);
  return plain || 'lora';
}
