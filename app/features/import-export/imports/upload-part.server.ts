import { Readable } from 'node:stream';

import { objects } from '~/gateways/objects/index.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { killPoint } from '~/lib/kill-points.server';
import type { UserScope } from '~/lib/scope';
import { MINUTE_MS } from '~/lib/time';

import { findUploadPlace, noteArrived, type UploadPlace } from './import-data.server';
import { importRefusals } from './refusals';
import { uploadKey } from './upload-objects.server';

export interface UploadedPart {
  userId: UserScope;
  importId: string | undefined;
  /** From the URL, unchecked. */
  file: string | undefined;
  part: string | undefined;
  /** What the request says that the body has; null when it doesn't say. */
  length: number | null;
  body: AsyncIterable<Uint8Array>;
}

/** A part that takes longer is refused, and the browser sends it again. */
const TIMEOUT_MS = 5 * MINUTE_MS;

/**
 * Streams a part of an upload to the object store. A part that is sent again replaces the first.
 * @throws AppError `not-found`, `conflict` when the import takes no more parts, `invalid`, `unavailable`
 */
export async function uploadPart(upload: UploadedPart): Promise<void> {
  const { userId, importId, length, body } = upload;
  const file = numberOf(upload.file);
  const part = numberOf(upload.part);
  const place =
    isId(importId) && file !== null ? await findUploadPlace(userId, importId, file) : null;
  const expected = place && part !== null ? partLength(place, part) : null;
  if (!place || !isId(importId) || file === null || part === null || expected === null) {
    throw new AppError('not-found', importRefusals.gone);
  }
  if (place.state !== 'uploading') throw new AppError('conflict', importRefusals.over);
  if (length !== null && length !== expected) {
    throw new AppError('invalid', importRefusals.wrongPart);
  }

  const key = uploadKey({ id: importId, userId, file, part });
  await store(key, body, expected);
  KILLABLE: killPoint('import: a part stored, not noted');
  if (await noteArrived(sql, userId, importId, { file, part })) return;
  await (await objects()).delete([key]);
  throw new AppError('conflict', importRefusals.over);
}

/** Null when the file has no such part. */
function partLength({ size, partSize }: UploadPlace, part: number): number | null {
  const count = Math.ceil(size / partSize);
  return part < count ? Math.min(partSize, size - part * partSize) : null;
}

/** @throws AppError `invalid` when the request is at fault, `unavailable` when the object store is */
async function store(key: string, body: AsyncIterable<Uint8Array>, expected: number) {
  let fault: AppError | null = null;
  async function* watched() {
    let size = 0;
    try {
      for await (const chunk of body) {
        size += chunk.length;
        if (size > expected) throw new AppError('invalid', importRefusals.wrongPart);
        yield chunk;
      }
    } catch (cause) {
      fault =
        cause instanceof AppError
          ? cause
          : new AppError('invalid', importRefusals.brokenPart, { cause });
      throw fault;
    }
    if (size < expected) throw (fault = new AppError('invalid', importRefusals.brokenPart));
  }
  try {
    const stream = Readable.from(watched(), { objectMode: false });
    await (
      await objects()
    ).put(
      key,
      { stream, length: expected },
      { type: 'application/octet-stream', signal: AbortSignal.timeout(TIMEOUT_MS) },
    );
  } catch (cause) {
    throw fault ?? new AppError('unavailable', importRefusals.notStored, { cause });
  }
}

function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : null;
}
