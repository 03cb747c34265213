import { createWriteStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { z } from 'zod';

import { AppError } from '../errors';
import { runApart, type ReaderTurn } from '../concurrency/run-apart.server';
import {
  FILE_REFUSALS,
  MAX_FILE_BYTES,
  MAX_FILE_CHARACTERS,
  type FileRefusal,
} from './readable-file';
import { decodeText, sniff, SNIFFED_BYTES, type Sniffed } from './sniff';
import { storable } from '../text/storable';

class Larger extends Error {}

/** Writes an upload to a file, up to the size limit. Returns its length, or why it isn't taken. */
export async function receiveFile(body: Readable, file: string): Promise<number | FileRefusal> {
  let size = 0;
  async function* counted(parts: AsyncIterable<Buffer>) {
    for await (const chunk of parts) {
      size += chunk.length;
      if (size > MAX_FILE_BYTES) throw new Larger();
      yield chunk;
    }
  }
  try {
    await pipeline(body, counted, createWriteStream(file, { mode: 0o600 }));
  } catch (error) {
    if (error instanceof AppError) throw error;
    return error instanceof Larger ? 'size' : 'broken-off';
  }
  return size === 0 ? 'empty' : size;
}

/** The kind of a received file; its name only distinguishes kinds of text. */
export async function sniffFile(file: string, name: string): Promise<Sniffed> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(SNIFFED_BYTES),
      0,
      SNIFFED_BYTES,
      0,
    );
    return sniff(buffer.subarray(0, bytesRead), name);
  } finally {
    await handle.close();
  }
}

export interface FileToRead {
  kind: Extract<Sniffed, { kind: string }>['kind'];
  /** The file, and where the result goes. */
  input: string;
  output: string;
}

/** The text of a document, or an image that was made small, in `output`. */
export type FileContent =
  { text: string; pages: number | null; characters: number } | { image: string; bytes: number };

/** At most four bytes for each character, in UTF-8 and UTF-16, and a byte order mark. */
const MAX_TEXT_BYTES = 4 * MAX_FILE_CHARACTERS + 3;

/**
 * Reads a file by its kind; all but plain text in a process of its own.
 * @throws AppError when too many files are waiting already
 */
export async function readFileContent(
  { kind, input, output }: FileToRead,
  size: number,
  turn: ReaderTurn,
): Promise<FileContent | FileRefusal> {
  if (kind !== 'text') {
    const read = await readFileApart({ kind, input, output }, turn);
    if (typeof read === 'string' || 'image' in read) return read;
    // Strip NULs and lone surrogates: PostgreSQL rejects them.
    const text = storable(read.text);
    return { text, pages: read.pages, characters: [...text].length };
  }
  // Read in this process, so only up to the length that can be used.
  if (size > MAX_TEXT_BYTES) return 'characters';
  const text = decodeText(await readFile(input));
  if (text === null) return 'encoding';
  const characters = [...text].length;
  if (characters > MAX_FILE_CHARACTERS) return 'characters';
  return text.trim() === '' ? 'empty' : { text, pages: null, characters };
}

const LIMITS = { timeMs: 10_000, memoryMb: 384 };

export type ReadFile =
  { text: string; pages: number | null } | { image: string; bytes: number } | FileRefusal;

export interface ReadOptions extends FileToRead {
  kind: 'pdf' | 'docx' | 'image';
}

const readerAnswer = z.union([
  z.object({ refusal: z.enum(FILE_REFUSALS) }),
  z.object({ image: z.string(), bytes: z.number() }),
  z.object({ text: z.string(), pages: z.number().optional() }),
]);

/**
 * Reads a file in a process that is killed when it exceeds `limits`.
 * @throws AppError when too many files are waiting already
 */
export async function readFileApart(
  { kind, input, output }: ReadOptions,
  turn: ReaderTurn,
  limits = LIMITS,
): Promise<ReadFile> {
  const args = [kind, input, output];
  const run = await runApart('readers/file-reader.ts', args, limits, turn, readerAnswer);
  if ('killed' in run) return run.killed;
  if ('broken' in run) return 'damaged';
  const { answer } = run;
  if ('refusal' in answer) return answer.refusal;
  if ('image' in answer) return answer;
  return { text: await readFile(output, 'utf8'), pages: answer.pages ?? null };
}
