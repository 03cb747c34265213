import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** Large enough that each step's overhead doesn't matter. */
export const CHUNK = 64 * 1024;

/**
 * Bytes in a temporary file that is written first and then read: for lists that grow with what a person has and must
 * not be held in memory.
 */
export class Spool {
  private readonly file: FileHandle;
  private readonly waiting = Buffer.alloc(CHUNK);
  private filled = 0;
  private written = 0;

  private constructor(file: FileHandle) {
    this.file = file;
  }

  /** In a directory that its caller removes. */
  static async create(directory: string, name: string): Promise<Spool> {
    return new Spool(await open(join(directory, name), 'wx+', 0o600));
  }

  /** The number of bytes so far. */
  get size(): number {
    return this.written + this.filled;
  }

  async append(bytes: Uint8Array | string): Promise<void> {
    const chunk = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
    if (this.filled + chunk.length > CHUNK) await this.flush();
    if (chunk.length > CHUNK) return this.write(chunk);
    this.waiting.set(chunk, this.filled);
    this.filled += chunk.length;
  }

  /** All bytes, from the beginning. */
  async *read(): AsyncGenerator<Uint8Array> {
    await this.flush();
    for (let at = 0; at < this.written;) {
      const length = Math.min(CHUNK, this.written - at);
      // A new buffer each time: the reader may hold on to it.
      const { buffer, bytesRead } = await this.file.read(Buffer.alloc(length), 0, length, at);
      if (bytesRead === 0)
        throw new Error('a temporary file is shorter than what was written to it');
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  private async flush(): Promise<void> {
    if (this.filled === 0) return;
    const { filled } = this;
    this.filled = 0;
    await this.write(this.waiting.subarray(0, filled));
  }

  private async write(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await this.file.write(
        bytes,
        done,
        bytes.length - done,
        this.written,
      );
      done += bytesWritten;
      this.written += bytesWritten;
    }
  }
}

/** The same bytes in chunks of at least `CHUNK`; only the last one may be smaller. */
export async function* inChunks(
  chunks: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
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
