import { Readable } from 'node:stream';

import type { ObjectStore } from './objects';

/** A file that may be larger than one object should be: its bytes in objects of `partSize` bytes, the last one shorter. */
export interface PartedFile {
  /** A key and a slash: the parts stand below it. */
  prefix: string;
  /** Bytes, of the whole. */
  size: number;
  partSize: number;
}

/** A key for each part, in their order. */
export function partKeys({ prefix, size, partSize }: PartedFile): string[] {
  return Array.from({ length: Math.ceil(size / partSize) }, (_, index) => partKey(prefix, index));
}

export function partKey(prefix: string, index: number): string {
  return `${prefix}${String(index).padStart(6, '0')}`;
}

/**
 * The bytes from `start` up to but without `end`, part after part; each part is opened when it is needed.
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
 * Stores what comes as parts, holding one in memory. What was stored stays when it fails: the caller drops it.
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
    // A copy: a store may still hold the bytes of the part before.
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
