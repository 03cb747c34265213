import { isUtf8 } from 'node:buffer';
import { Readable, pipeline } from 'node:stream';
import { setImmediate as macrotask } from 'node:timers/promises';
import { crc32, createInflateRaw } from 'node:zlib';

import {
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  type Entry,
  type ZipFile,
} from 'yauzl';

import { AppError } from '~/lib/errors';
import { formatNumber } from '~/lib/format/numbers';
import { normalizeText } from '~/lib/text/normalize';

import type { UploadedFile } from '../imports/incoming';

export interface ZipEntry {
  /** Only looked up: no file is ever written under it. */
  name: string;
  /** Unpacked bytes, as the zip says. */
  size: number;
  /** Why it can't be read, as a sentence; null when it can be. */
  refused: string | null;
}

export interface OpenedZip {
  entries: ReadonlyMap<string, ZipEntry>;
  /** Sentences about entries that are left out. */
  remarks: readonly string[];
  /**
   * Streams no more than the stated size; size and checksum are compared at the end.
   * @throws AppError `invalid`, from the stream, when the entry is damaged
   */
  open(entry: ZipEntry): AsyncIterable<Uint8Array>;
}

export const ZIP_BOUNDS = {
  /** Our own archives have two for each conversation, and an import takes 200,000 conversations. */
  entries: 450_000,
  /** Of all names together. */
  nameBytes: 32 * 1024 * 1024,
  /** How many times larger an entry may become when it is unpacked, from `smallEnough` on. */
  ratio: 250,
  smallEnough: 32 * 1024 * 1024,
  /** Unpacked, of one entry. */
  entryBytes: 16 * 1024 ** 3,
};

const STORED = 0;
const DEFLATED = 8;

const NOT_WHOLE =
  'This ZIP file is damaged or incomplete. Download it again, then upload the original file.';

interface Found extends ZipEntry {
  packedSize: number;
  crc: number;
  method: number;
  offset: number;
}

export async function isZip(file: UploadedFile): Promise<boolean> {
  for await (const chunk of file.read(0, Math.min(4, file.size))) {
    // No source returns four bytes one by one.
    const head = Buffer.from(chunk).toString('latin1');
    return head === 'PK\x03\x04' || head === 'PK\x05\x06';
  }
  return false;
}

/**
 * Lists a zip in bounded memory, whatever it holds.
 * @throws AppError `invalid` when it isn't a whole zip, or is made to do harm
 */
export async function openZip(file: UploadedFile, bounds = ZIP_BOUNDS): Promise<OpenedZip> {
  const reader = new UploadedReader(file);
  try {
    const zip = await fromRandomAccessReaderPromise(reader, file.size, {
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: false,
    });
    const { entries, remarks } = await listEntries(zip, file, bounds);
    return {
      entries,
      remarks,
      open: (entry) => bytesOf(zip, reader, file, entry as Found),
    };
  } catch (cause) {
    if (reader.failure) throw reader.failure;
    if (cause instanceof AppError) throw cause;
    throw new AppError('invalid', NOT_WHOLE, { cause });
  }
}

async function listEntries(zip: ZipFile, file: UploadedFile, bounds: typeof ZIP_BOUNDS) {
  if (zip.entryCount > bounds.entries) {
    throw new AppError(
      'invalid',
      `This ZIP file has more than ${formatNumber(bounds.entries)} files, more than any export has.`,
    );
  }
  const entries = new Map<string, Found>();
  let unsafe = 0;
  let doubled = 0;
  let packed = 0;
  let nameBytes = 0;
  let count = 0;
  for await (const entry of zip.eachEntry()) {
    // They are read from memory, without a pause of their own.
    if (++count % 500 === 0) await macrotask();
    packed += entry.compressedSize;
    nameBytes += entry.fileNameLength;
    const name = entryName(writtenName(entry));
    if (name === 'unsafe') unsafe++;
    if (typeof name === 'string') continue;
    if (entries.has(name.path)) {
      doubled++;
      continue;
    }
    entries.set(name.path, {
      name: name.path,
      size: entry.uncompressedSize,
      refused: refusalOf(entry, name.path, bounds),
      packedSize: entry.compressedSize,
      crc: entry.crc32,
      method: entry.compressionMethod,
      offset: entry.relativeOffsetOfLocalHeader,
    });
    if (nameBytes > bounds.nameBytes) {
      throw new AppError(
        'invalid',
        'The file names in this ZIP file are longer than in any export.',
      );
    }
  }
  if (packed > file.size) {
    throw new AppError(
      'invalid',
      'The files in this ZIP file overlap, which no export does. It wasn’t read.',
    );
  }
  const remarks: string[] = [];
  if (unsafe > 0) {
    remarks.push(`${counted(unsafe)} left out of the ZIP file because of an unsafe name.`);
  }
  if (doubled > 0) {
    remarks.push(`${counted(doubled)} left out of the ZIP file because of a duplicate name.`);
  }
  return { entries, remarks };
}

const counted = (count: number) => (count === 1 ? '1 file was' : `${count} files were`);

/** Some programs write UTF-8 without saying so. */
function writtenName(entry: Entry): string {
  const raw = entry.fileName as unknown as Buffer;
  if (raw.some((byte) => byte > 127) && isUtf8(raw)) return raw.toString();
  return getFileNameLowLevel(entry.generalPurposeBitFlag, raw, entry.extraFields, false);
}

function refusalOf(entry: Entry, name: string, bounds: typeof ZIP_BOUNDS): string | null {
  if (entry.isEncrypted()) return `“${name}” is password-protected.`;
  const { compressionMethod: method, compressedSize, uncompressedSize } = entry;
  if (method !== STORED && method !== DEFLATED) {
    return `“${name}” is compressed in a way we can’t read.`;
  }
  if (method === STORED && compressedSize !== uncompressedSize) return damaged(name);
  const bomb =
    uncompressedSize > bounds.entryBytes ||
    (uncompressedSize > bounds.smallEnough && uncompressedSize > compressedSize * bounds.ratio);
  return bomb ? `“${name}” would unpack to far more than any export has.` : null;
}

const damaged = (name: string) => `“${name}” is damaged.`;

async function* bytesOf(
  zip: ZipFile,
  reader: UploadedReader,
  file: UploadedFile,
  { name, size, refused, packedSize, crc, method, offset }: Found,
): AsyncGenerator<Uint8Array> {
  if (refused !== null) throw new AppError('invalid', refused);
  const place = { relativeOffsetOfLocalHeader: offset, compressedSize: packedSize } as Entry;
  const start = await zip
    .readLocalFileHeaderPromise(place, { minimal: true })
    .catch((cause: unknown) => {
      throw reader.failure ?? new AppError('invalid', damaged(name), { cause });
    });
  const packed = file.read(start.fileDataStart, start.fileDataStart + packedSize);
  let sum = 0;
  let count = 0;
  for await (const chunk of method === STORED ? packed : inflated(packed, name)) {
    count += chunk.length;
    if (count > size) throw new AppError('invalid', damaged(name), { log: 'more than it says' });
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (count !== size || sum !== crc) {
    throw new AppError('invalid', damaged(name), { log: 'less than it says, or other bytes' });
  }
}

async function* inflated(
  packed: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw({ chunkSize: 128 * 1024 });
  // Its end and its errors come through `inflate`, which is read below.
  pipeline(Readable.from(packed, { objectMode: false }), inflate, () => {});
  try {
    yield* inflate as AsyncIterable<Uint8Array>;
  } catch (cause) {
    const code = (cause as { code?: unknown }).code;
    if (typeof code === 'string' && /^(Z_|ERR_BUFFER|ERR_TRAILING)/.test(code)) {
      throw new AppError('invalid', damaged(name), { cause });
    }
    throw cause;
  } finally {
    inflate.destroy();
  }
}

const MAX_NAME = 1_024;

/**
 * The name of an entry as a path below the root of its zip. `nothing` stands for folders and what systems add, `unsafe` for
 * what leads elsewhere or is no name.
 */
export function entryName(written: string): { path: string } | 'nothing' | 'unsafe' {
  if (written.length > MAX_NAME) return 'unsafe';
  const name = normalizeText(written.toWellFormed(), 'NFC').replaceAll('\\', '/');
  if (name.length > MAX_NAME || /[\u0000-\u001f\u007f]/.test(name)) return 'unsafe';
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) return 'unsafe';
  const segments = name.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('..')) return 'unsafe';
  const last = segments.at(-1);
  if (last === undefined || name.endsWith('/')) return 'nothing';
  if (segments[0] === '__MACOSX' || last.startsWith('._') || last === '.DS_Store') return 'nothing';
  return { path: segments.join('/') };
}

/** The list of a zip is read in thousands of small steps; the file is read in large ones. */
const WINDOW = 128 * 1024;

/** An uploaded file as the zip library reads it. */
class UploadedReader extends RandomAccessReader {
  /** The error of the file itself, which is no fault of the zip. */
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
