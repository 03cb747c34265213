import { Readable } from 'node:stream';

import { objects } from '~/gateways/objects/index.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { killPoint } from '~/lib/kill-points.server';
import type { UserScope } from '~/lib/scope';

import { findUploadPlace, noteArrived } from './import-data.server';
import { partLength } from './limits';
import { importRefusals } from './refusals';
import { uploadKey } from './upload-objects.server';

export interface UploadedPart {
  userId: UserScope;
  importId: string | undefined;
  /** As the address has them. */
  file: string | undefined;
  part: string | undefined;
  /** What the browser says that it will send; null: it does not. */
  length: number | null;
  body: AsyncIterable<Uint8Array>;
}

/** Without a byte for so long, the connection is given up: the browser sends the part again. */
const TIMEOUT_MS = 5 * 60_000;

/**
 * Stores a part of an upload as it comes. Sent again, it takes the place of the first.
 * @throws AppError `not-found`, `conflict` when the import takes no more, `invalid`, `unavailable`
 */
export async function uploadPart(upload: UploadedPart): Promise<void> {
  const { userId, importId, length, body } = upload;
  const file = numberOf(upload.file);
  const part = numberOf(upload.part);
  const place =
    isId(importId) && file !== null ? await findUploadPlace(userId, importId, file) : null;
  const expected = place && part !== null ? partLength(place.size, place.partSize, part) : null;
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

/** @throws AppError that says whose fault it is: the browser's, or the store's */
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
