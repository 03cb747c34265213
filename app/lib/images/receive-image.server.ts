import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { AppError } from '../errors';

import { uploadRefusal, type ImageRefusal } from './image-refusals';

const MAX_BYTES = 20 * 1024 * 1024;
const MAX_NAME = 200;

export class UploadRefused extends AppError {
  constructor(name: string, reason: ImageRefusal) {
    super('invalid', uploadRefusal(name, reason), { log: `a picture was refused: ${reason}` });
  }
}

/** One line, no path, nothing that turns the reading direction. */
export function cleanFileName(sent: string): string {
  const last = sent.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const name = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  return [...name].slice(0, MAX_NAME).join('') || 'picture';
}

/** Writes what comes to a file, and no more than one may have. Returns its SHA-256 in hex. @throws AppError `invalid` */
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
