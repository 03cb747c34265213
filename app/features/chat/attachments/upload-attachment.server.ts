import { createReadStream, createWriteStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { z } from 'zod';

import { hasRoom, lockStorage } from '~/engine/user-data/index.server';
import { objects, sealedKey } from '~/gateways/objects/index.server';
import { prismaTransaction, sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';
import { inTemporary } from '~/lib/files/temporary.server';
import { runApart, type ReaderTurn } from '~/lib/run-apart.server';

import { type AttachedFile, MAX_BYTES, MAX_CHARACTERS } from './attachment';
import { insertAttachment } from './attachment-data.server';
import { attachmentRefusalText, type Refusal, isRefusal } from './refusals';
import { cleanName, decodeText, sniff, SNIFFED_BYTES, type Sniffed } from './sniff';

/** The prefix of attachments' objects; their keys continue with the user and the attachment. */
export const ATTACHMENT_OBJECTS = 'attachments/';

/** At most four bytes for each character, in UTF-8 and UTF-16, and a byte order mark. */
const MAX_TEXT_BYTES = 4 * MAX_CHARACTERS + 3;
const TEXT_TYPE = 'text/plain; charset=utf-8';

/** A refused file; the text names it and says what to do. */
class FileRefused extends AppError {
  constructor(name: string, reason: Refusal) {
    super('invalid', attachmentRefusalText(name, reason), {
      log: `an attachment was refused: ${reason}`,
    });
  }
}

export interface Upload {
  userId: UserScope;
  /** As the browser sent it. */
  name: string;
  body: Readable;
}

/**
 * Receives a file, detects its kind from its content, and reads it. It is then ready to be sent with a message.
 * @throws AppError `invalid` with a sentence for the person
 */
export async function uploadAttachment(upload: Upload): Promise<AttachedFile> {
  const name = cleanName(upload.name);
  return inTemporary(async (directory) => {
    const file = join(directory, 'file');
    const size = await receive(upload.body, file, name);
    const sniffed = sniff(await headOf(file), name);
    if ('refusal' in sniffed) throw new FileRefused(name, sniffed.refusal);
    if (!(await hasRoom(sql, upload.userId, size))) {
      throw new FileRefused(name, 'quota');
    }
    const paths = { input: file, output: join(directory, 'read') };
    const read = await readAs(upload.userId, sniffed, paths, { name, size });
    return store(upload.userId, { name, file, size, type: sniffed.type, ...read });
  });
}

/** Writes the body to a file, up to the size limit. Returns its length. */
async function receive(body: Readable, file: string, name: string): Promise<number> {
  let size = 0;
  async function* counted(parts: AsyncIterable<Buffer>) {
    for await (const chunk of parts) {
      size += chunk.length;
      if (size > MAX_BYTES) throw new FileRefused(name, 'size');
      yield chunk;
    }
  }
  try {
    await pipeline(body, counted, createWriteStream(file, { mode: 0o600 }));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('invalid', `“${name}” didn’t upload completely. Try again.`, { cause });
  }
  if (size === 0) throw new FileRefused(name, 'empty');
  return size;
}

async function headOf(file: string): Promise<Uint8Array> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(SNIFFED_BYTES),
      0,
      SNIFFED_BYTES,
      0,
    );
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

interface Read {
  /** Bytes of what the assistant gets, and what they are. */
  made: Buffer;
  madeType: string;
  pages: number | null;
  characters: number | null;
}

async function readAs(
  userId: UserScope,
  { kind }: Exclude<Sniffed, { refusal: Refusal }>,
  { input, output }: { input: string; output: string },
  { name, size }: { name: string; size: number },
): Promise<Read> {
  if (kind === 'text') {
    // Read in this process, so only up to the length that can be used.
    if (size > MAX_TEXT_BYTES) throw new FileRefused(name, 'characters');
    const text = decodeText(await readFile(input));
    if (text === null) throw new FileRefused(name, 'encoding');
    const characters = [...text].length;
    if (characters > MAX_CHARACTERS) throw new FileRefused(name, 'characters');
    if (text.trim() === '') throw new FileRefused(name, 'empty');
    return { made: Buffer.from(text), madeType: TEXT_TYPE, pages: null, characters };
  }
  const read = await readFileApart({ kind, input, output }, { userId });
  if (typeof read === 'string') throw new FileRefused(name, read);
  if ('image' in read) {
    const made = await readFile(output);
    return { made, madeType: read.image, pages: null, characters: null };
  }
  // Strip NULs and lone surrogates: PostgreSQL rejects them.
  const text = read.text.replaceAll('\0', '').toWellFormed();
  return {
    made: Buffer.from(text),
    madeType: TEXT_TYPE,
    pages: read.pages,
    characters: [...text].length,
  };
}

async function store(
  userId: UserScope,
  received: Read & { name: string; file: string; size: number; type: string },
): Promise<AttachedFile> {
  const { name, file, size, type, made, madeType, pages, characters } = received;
  const id = newId();
  const objectKey = `${ATTACHMENT_OBJECTS}${userId}/${id}/file`;
  const readKey = sealedKey(`${ATTACHMENT_OBJECTS}${userId}/${id}/read`, made);
  const storedSize = size + made.length;
  try {
    // The objects are written before the row that names them.
    const target = await objects();
    await target.put(objectKey, { stream: createReadStream(file), length: size }, { type });
    await target.put(readKey, made, { type: madeType });
    await prismaTransaction(async (tx, sql) => {
      await lockStorage(sql, userId);
      // Several files may have arrived at once.
      if (!(await hasRoom(sql, userId, storedSize))) {
        throw new FileRefused(name, 'quota');
      }
      const row = { id, userId, name, type, size, storedSize, pages, characters };
      await insertAttachment(tx, { ...row, objectKey, readKey });
    });
  } catch (error) {
    await dropFiles([objectKey, readKey]);
    if (error instanceof AppError) throw error;
    throw new AppError('unavailable', `“${name}” couldn’t be saved. Try again.`, {
      cause: error,
    });
  }
  return { id, name, type, size };
}

/** Removes objects that nothing names anymore; the sweep finds those that it can't remove. */
export async function dropFiles(keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  try {
    await (await objects()).delete(keys);
  } catch (err) {
    log.warn({ err, objects: keys.length }, 'removing objects failed, the sweep tries again');
  }
}

const LIMITS = { timeMs: 10_000, memoryMb: 384 };

export type ReadFile =
  { text: string; pages: number | null } | { image: string; bytes: number } | Refusal;

export interface ReadOptions {
  kind: 'pdf' | 'docx' | 'image';
  /** The file, and where the result goes. */
  input: string;
  output: string;
}

const readerAnswer = z.union([
  z.object({ refusal: z.custom<Refusal>(isRefusal) }),
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
  const run = await runApart('readers/attachment-reader.ts', args, limits, turn, readerAnswer);
  if ('killed' in run) return run.killed;
  if ('broken' in run) return 'damaged';
  const { answer } = run;
  if ('refusal' in answer) return answer.refusal;
  if ('image' in answer) return answer;
  return { text: await readFile(output, 'utf8'), pages: answer.pages ?? null };
}
