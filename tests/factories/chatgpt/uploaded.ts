import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';

import type { UploadedFile } from '~/features/import-export/imports/incoming';

/** A file on disk, as an import reads it. */
export async function uploadedFile(path: string): Promise<UploadedFile> {
  const { size } = await stat(path);
  return {
    name: basename(path),
    size,
    read: (start, end) =>
      start >= end ? noBytes() : createReadStream(path, { start, end: end - 1 }),
  };
}

export function uploadedBytes(name: string, content: Buffer | string): UploadedFile {
  const bytes = Buffer.from(content);
  return {
    name,
    size: bytes.length,
    async *read(start, end) {
      for (let at = start; at < Math.min(end, bytes.length); at += 65_536) {
        yield bytes.subarray(at, Math.min(at + 65_536, end));
      }
    },
  };
}

async function* noBytes(): AsyncGenerator<Uint8Array> {
  // Nothing was requested.
}
