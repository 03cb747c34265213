import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { z } from 'zod';

import { AppError } from '../errors';
import { runApart, type ReaderTurn } from '../concurrency/run-apart.server';

/** Why a file isn't accepted as an image. */
export type ImageRefusal =
  'kind' | 'pixels' | 'damaged' | 'time' | 'memory' | 'size' | 'empty' | 'broken-off';

const UPLOAD: Record<ImageRefusal, string> = {
  kind: 'isn’t a PNG, JPEG, WebP, or GIF image. Choose one of those.',
  pixels: 'has more than 50 megapixels. Make it smaller, then choose it again.',
  damaged: 'can’t be opened and may be damaged. Save it again, then choose the new file.',
  time: 'takes too long to open. Choose a smaller image.',
  memory: 'takes too much memory to open. Choose a smaller image.',
  size: 'is larger than 20 MB. Choose a smaller image.',
  empty: 'is empty. Choose another file.',
  'broken-off': 'didn’t arrive in full. Try again.',
};

/** A refusal's text about a file that someone chose; one that a program sends may have no name. */
function uploadRefusal(name: string, reason: ImageRefusal): string {
  return `${name === '' ? 'The file' : `“${name}”`} ${UPLOAD[reason]}`;
}

const LIMITS = { timeMs: 10_000, memoryMb: 512 };

/** What server/readers/image-reader.ts answers: a refusal, or the image and the bytes of each file that it wrote. */
const imageAnswer = z.union([
  z.object({ refusal: z.enum(['kind', 'pixels', 'damaged']) }),
  z.object({
    type: z.string(),
    width: z.number(),
    height: z.number(),
    sizes: z.record(z.string(), z.number()),
    placeholder: z.string().default(''),
  }),
]);

/** An image that was opened, measured and written anew into a directory of its own. */
export interface ReadImage {
  directory: string;
  type: string;
  width: number;
  height: number;
  bytes: number;
  storedBytes: number;
  /** Base64 of a tiny WebP version. */
  placeholder: string;
}

/** Opens an image in a process of its own; returns the reason if that fails. */
export async function readImage(
  bytes: Uint8Array,
  directory: string,
  turn: ReaderTurn,
): Promise<ReadImage | ImageRefusal> {
  if (bytes.length === 0) return 'empty';
  const input = join(directory, 'input');
  await writeFile(input, bytes, { mode: 0o600 });
  return readImageFile(input, directory, turn);
}

/** With `kept`, an image without metadata stays byte-identical, since re-encoding loses a little quality. */
export async function readImageFile(
  input: string,
  directory: string,
  turn: ReaderTurn,
  { kept = false } = {},
): Promise<ReadImage | ImageRefusal> {
  const args = [input, directory, ...(kept ? ['kept'] : [])];
  const run = await runApart('readers/image-reader.ts', args, LIMITS, turn, imageAnswer);
  if ('killed' in run) return run.killed;
  if ('broken' in run) return 'damaged';
  if ('refusal' in run.answer) return run.answer.refusal;
  const { type, width, height, sizes, placeholder } = run.answer;
  const storedBytes = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  return { directory, type, width, height, bytes: sizes.file ?? 0, storedBytes, placeholder };
}

/** A small square out of an image's middle, or all of it, small and lossless. */
export type SmallForm = 'square' | 'logo';

/** Writes a small version of an image into `directory`/file, without anything but its pixels. */
export async function makeSmall(
  input: string,
  directory: string,
  form: SmallForm,
  turn: ReaderTurn,
): Promise<{ bytes: number; width: number; height: number } | ImageRefusal> {
  const args = [input, directory, form];
  const run = await runApart('readers/image-reader.ts', args, LIMITS, turn, imageAnswer);
  if ('killed' in run) return run.killed;
  if ('broken' in run) return 'damaged';
  if ('refusal' in run.answer) return run.answer.refusal;
  const { width, height, sizes } = run.answer;
  return { bytes: sizes.file ?? 0, width, height };
}

const MAX_BYTES = 20 * 1024 * 1024;
const MAX_NAME = 200;

export class UploadRefused extends AppError {
  constructor(name: string, reason: ImageRefusal) {
    super('invalid', uploadRefusal(name, reason), { log: `an image was refused: ${reason}` });
  }
}

/** One line, no path, nothing that changes the reading direction. */
export function cleanFileName(sent: string): string {
  const last = sent.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const name = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  return [...name].slice(0, MAX_NAME).join('') || 'image';
}

/** Writes an upload to a file, up to the maximum size. Returns its SHA-256 in hex. @throws AppError `invalid` */
export async function receiveImage(body: Readable, file: string, name: string): Promise<string> {
  const hash = createHash('sha256');
  let size = 0;
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > MAX_BYTES) throw new UploadRefused(name, 'size');
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    await pipeline(body, counted, createWriteStream(file, { mode: 0o600 }));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('invalid', uploadRefusal(name, 'broken-off'), { cause });
  }
  if (size === 0) throw new UploadRefused(name, 'empty');
  return hash.digest('hex');
}
