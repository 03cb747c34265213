import { Readable } from 'node:stream';

import { RandomAccessReader } from 'yauzl';

import type { UploadedFile } from '../imports/incoming';

/** The list of a zip is read in thousands of small steps, its file is asked in large ones. */
const WINDOW = 128 * 1024;

/** An uploaded file as the zip library wants it. */
export class UploadedReader extends RandomAccessReader {
  /** What the file itself failed with: no fault of the zip. */
  failure: Error | null = null;
  readonly #file: UploadedFile;
  #window: Buffer = Buffer.alloc(0);
  #start = 0;

  constructor(file: UploadedFile) {
    super();
    this.#file = file;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#file.read(start, end), { objectMode: false });
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null, read?: number) => void,
  ): void {
    const from = position - this.#start;
    if (from >= 0 && from + length <= this.#window.length) {
      this.#window.copy(buffer, offset, from, from + length);
      done(null, length);
      return;
    }
    this.#readWindow(position, length).then(
      () => done(null, this.#window.copy(buffer, offset, 0, length)),
      (error: Error) => {
        this.failure = error;
        done(error);
      },
    );
  }

  async #readWindow(position: number, length: number): Promise<void> {
    const end = Math.min(position + Math.max(length, WINDOW), this.#file.size);
    const chunks: Uint8Array[] = [];
    if (position < end) {
      for await (const chunk of this.#file.read(position, end)) chunks.push(chunk);
    }
    this.#window = Buffer.concat(chunks);
    this.#start = position;
  }
}
