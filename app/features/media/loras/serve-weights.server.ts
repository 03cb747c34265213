import { createReadableStreamFromReadable } from '@remix-run/node';

import { objects } from '~/gateways/objects/index.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { normalizeText } from '~/lib/normalize';
import { trimEndsOf } from '~/lib/trim-ends';

import { mediaTexts } from '../texts';
import { weightsKey } from './lora-files.server';
import { findLora } from './lora-data.server';

/** What was learned, for its owner to keep. @throws AppError `not-found`, `conflict`, `unavailable` */
export async function serveWeights(userId: string, id: string | undefined): Promise<Response> {
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
