import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

import { ZipFile } from 'yazl';

import type { ArchivedFile } from './format';

/** Small pieces are put together to as much, so that each step of the way is worth it. */
const CHUNK = 64 * 1024;

export interface EntryOptions {
  /** False for what is compressed already. */
  compress: boolean;
}

/** Writes a ZIP, one entry after the other, as fast as `bytes` are read. */
export class ZipEntries {
  readonly bytes: AsyncIterable<Uint8Array>;
  private readonly zip = new ZipFile() as ZipFile & { entries: unknown[] };
  private readonly written: unknown[] = [];
  private readonly output: Readable;
  /** Ends whatever is being written when nobody reads any more. */
  private readonly closed = new AbortController();

  private readonly signal: AbortSignal;
  private readonly onBytes: (bytes: number) => void;

  /** `onBytes` is called with each piece's bytes, before they are compressed. */
  constructor(signal: AbortSignal, onBytes: (bytes: number) => void) {
    this.signal = signal;
    this.onBytes = onBytes;
    this.output = this.zip.outputStream as Readable;
    this.bytes = this.output;
    this.output.once('close', () => this.closed.abort());
    this.zip.on('error', (error: Error) => this.output.destroy(error));
  }

  /** Resolves once all of it was read, with what the manifest says of it. */
  async add(
    path: string,
    pieces: AsyncIterable<Uint8Array | string>,
    { compress }: EntryOptions,
  ): Promise<ArchivedFile> {
    const hash = createHash('sha256');
    let size = 0;
    const { onBytes } = this;
    const source = Readable.from(
      (async function* () {
        for await (const chunk of chunksOf(pieces)) {
          hash.update(chunk);
          size += chunk.length;
          onBytes(chunk.length);
          yield chunk;
        }
      })(),
      { objectMode: false },
    );
    const signal = AbortSignal.any([this.signal, this.closed.signal]);
    signal.throwIfAborted();
    const read = finished(source, { signal, cleanup: true }).catch((error: unknown) => {
      source.destroy();
      throw error;
    });
    this.setAside();
    this.zip.addReadStreamLazy(path, { compress }, (give) => give(null, source));
    await read;
    return { path, size, sha256: hash.digest('hex') };
  }

  /** No more entries: the directory follows. */
  end(): void {
    this.zip.entries = [...this.written, ...this.zip.entries];
    this.zip.end();
  }

  /**
   * The library looks through all its entries whenever one ends, which for a hundred thousand takes minutes. So it only
   * knows the last one until the directory is written: those before are done, since that one has begun.
   */
  private setAside(): void {
    this.written.push(...this.zip.entries.splice(0, this.zip.entries.length - 1));
  }

  /** What was written is of no use. */
  fail(error: unknown): void {
    this.output.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

async function* chunksOf(pieces: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    waiting.push(bytes);
    length += bytes.length;
    if (length >= CHUNK) {
      yield waiting.length === 1 ? bytes : Buffer.concat(waiting, length);
      waiting = [];
      length = 0;
    }
  }
  if (length > 0) yield Buffer.concat(waiting, length);
}
