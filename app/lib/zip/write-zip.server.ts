import { Readable, pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { crc32, createDeflateRaw, deflateRaw } from 'node:zlib';

import { CHUNK, inChunks, Spool } from '../files/spool.server';
import {
  dataDescriptor,
  directoryRecord,
  endOfDirectory,
  localHeader,
  type ZipEntryFacts,
} from './zip-records';

export interface NewZipEntry {
  /** Relative, with `/` as separator and without `..`. */
  path: string;
  content: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;
  /** False for content that is already compressed. */
  compress: boolean;
}

export interface ZipOptions {
  /**
   * A temporary directory that the caller removes: it holds the list of entries, which would be too large for memory.
   */
  directory: string;
  signal: AbortSignal;
  /** The time of all entries. */
  modified?: Date;
}

/** The temporary file of the central directory. */
const SPOOL = 'zip-directory';
const MAX_PATH_BYTES = 0xffff;

const deflateWhole = promisify<Uint8Array, Buffer>(deflateRaw);

/**
 * A ZIP file, produced as it's read, in memory that doesn't grow with its entries. The next entry is requested when the
 * previous one has been read to its end.
 */
export async function* writeZip(
  entries: AsyncIterable<NewZipEntry>,
  { directory, signal, modified = new Date() }: ZipOptions,
): AsyncGenerator<Uint8Array> {
  const list = await Spool.create(directory, SPOOL);
  try {
    const place: Place = { offset: 0, signal, modified };
    let count = 0;
    for await (const entry of entries) {
      const facts = yield* writeEntry(entry, place);
      await list.append(directoryRecord(facts, modified));
      count += 1;
    }
    yield* list.read();
    yield endOfDirectory({ entries: count, size: list.size, offset: place.offset });
  } finally {
    await list.close();
  }
}

interface Place {
  /** The number of bytes so far. */
  offset: number;
  signal: AbortSignal;
  modified: Date;
}

async function* writeEntry(
  { path, content, compress }: NewZipEntry,
  place: Place,
): AsyncGenerator<Uint8Array, ZipEntryFacts> {
  const chunks = inChunks(content);
  const entry: ZipEntryFacts = {
    path: bytesOfPath(path),
    compressed: compress,
    ...{ crc: 0, packedSize: 0, size: 0, offset: place.offset, isStreamed: false },
  };
  const passed = (bytes: Uint8Array): Uint8Array => {
    place.signal.throwIfAborted();
    place.offset += bytes.length;
    return bytes;
  };
  try {
    const first = await chunks.next();
    if (first.done || first.value.length < CHUNK) {
      // That was the last chunk.
      const whole = first.done ? new Uint8Array() : first.value;
      const packed = compress ? await deflateWhole(whole) : whole;
      entry.crc = crc32(whole);
      entry.size = whole.length;
      entry.packedSize = packed.length;
      yield passed(localHeader(entry, place.modified));
      if (packed.length > 0) yield passed(packed);
      return entry;
    }
    entry.isStreamed = true;
    yield passed(localHeader(entry, place.modified));
    const source = counted(first.value, chunks, entry);
    for await (const chunk of compress ? deflated(source) : source) {
      entry.packedSize += chunk.length;
      yield passed(chunk);
    }
    yield passed(dataDescriptor(entry));
    return entry;
  } finally {
    await chunks.return(undefined);
  }
}

async function* counted(
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
  entry: ZipEntryFacts,
): AsyncGenerator<Uint8Array> {
  for (let next: Uint8Array | undefined = first; next !== undefined;) {
    entry.crc = crc32(next, entry.crc);
    entry.size += next.length;
    yield next;
    const after: IteratorResult<Uint8Array> = await rest.next();
    next = after.done ? undefined : after.value;
  }
}

async function* deflated(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const deflate = createDeflateRaw({ chunkSize: CHUNK });
  // Its end and its errors arrive through `deflate`, which is read below.
  pipeline(Readable.from(source, { objectMode: false }), deflate, () => {});
  try {
    yield* deflate as AsyncIterable<Uint8Array>;
  } finally {
    // Its memory is outside the heap and would otherwise stay until the next garbage collection.
    deflate.destroy();
  }
}

function bytesOfPath(path: string): Buffer {
  const bytes = Buffer.from(path);
  const isPath = path !== '' && !path.includes('\\') && !/^\/|^[a-z]:/i.test(path);
  if (!isPath || path.split('/').includes('..') || bytes.length > MAX_PATH_BYTES) {
    throw new Error('a name in a ZIP file must be a path below its root');
  }
  return bytes;
}
