import { Readable } from 'node:stream';

import type { ObjectStore } from './objects';

/** A file that may be too large for one object: its bytes in objects of `partSize` bytes, the last one shorter. */
export interface PartedFile {
  /** A key and a slash; the parts' keys begin with it. */
  prefix: string;
  /** The whole file's size in bytes. */
  size: number;
  partSize: number;
}

/** The keys of the parts, in order. */
export function partKeys({ prefix, size, partSize }: PartedFile): string[] {
  return Array.from({ length: Math.ceil(size / partSize) }, (_, index) => partKey(prefix, index));
}

export function partKey(prefix: string, index: number): string {
  return `${prefix}${String(index).padStart(6, '0')}`;
}

/**
 * The bytes from `start` up to but not including `end`; each part is opened when it's needed.
 * @throws ObjectStoreError, ObjectMissing, from the stream
 */
export function readParts(
  store: ObjectStore,
  file: PartedFile,
  {
    start = 0,
    end = file.size,
    signal,
  }: { start?: number; end?: number; signal?: AbortSignal } = {},
): Readable {
  return Readable.from(bytesOf(store, file, start, Math.min(end, file.size), signal), {
    objectMode: false,
  });
}

async function* bytesOf(
  store: ObjectStore,
  { prefix, partSize }: PartedFile,
  start: number,
  end: number,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end;) {
    const index = Math.floor(at / partSize);
    const offset = at - index * partSize;
    const last = Math.min(partSize, end - index * partSize) - 1;
    const { body } = await store.get(partKey(prefix, index), {
      range: { start: offset, end: last },
      signal,
    });
    yield* body as AsyncIterable<Uint8Array>;
    at = index * partSize + last + 1;
  }
}

/**
 * Stores a stream as parts, holding one in memory. If it fails, what was stored stays: the caller removes it.
 * @throws ObjectStoreError, and what the source throws
 */
export async function writeParts(
  store: ObjectStore,
  prefix: string,
  source: AsyncIterable<Uint8Array>,
  { partSize, type, signal }: { partSize: number; type: string; signal?: AbortSignal },
): Promise<PartedFile> {
  const part = Buffer.allocUnsafe(partSize);
  let filled = 0;
  let size = 0;
  const flush = async () => {
    // A copy: a store may still use the bytes of the previous part.
    const bytes = Buffer.from(part.subarray(0, filled));
    await store.put(partKey(prefix, (size - filled) / partSize), bytes, { type, signal });
    filled = 0;
  };
  for await (const chunk of source) {
    for (let taken = 0; taken < chunk.length;) {
      const count = Math.min(chunk.length - taken, partSize - filled);
      part.set(chunk.subarray(taken, taken + count), filled);
      filled += count;
      size += count;
      taken += count;
      if (filled === partSize) await flush();
    }
  }
  if (filled > 0) await flush();
  return { prefix, size, partSize };
}
