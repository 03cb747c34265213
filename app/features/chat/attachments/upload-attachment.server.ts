import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { hasRoom, lockStorage } from '~/engine/user-data/index.server';
import { objects, sealedKey } from '~/gateways/objects/index.server';
import { prismaTransaction, sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import {
  type FileToRead,
  readFileContent,
  receiveFile,
  sniffFile,
} from '~/lib/files/read-file.server';
import { cleanName } from '~/lib/files/sniff';
import { inTemporary } from '~/lib/files/temporary.server';
import { newId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';

import type { AttachedFile } from './attachment';
import { insertAttachment } from './attachment-data.server';
import { attachmentRefusalText, type Refusal } from './refusals';

/** The prefix of attachments' objects; their keys continue with the user and the attachment. */
export const ATTACHMENT_OBJECTS = 'attachments/';

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
    const size = await receiveFile(upload.body, file);
    if (typeof size === 'string') throw new FileRefused(name, size);
    const sniffed = await sniffFile(file, name);
    if ('refusal' in sniffed) throw new FileRefused(name, sniffed.refusal);
    if (!(await hasRoom(sql, upload.userId, size))) {
      throw new FileRefused(name, 'quota');
    }
    const source = { kind: sniffed.kind, input: file, output: join(directory, 'read') };
    const read = await readAs(upload.userId, source, { name, size });
    return store(upload.userId, { name, file, size, type: sniffed.type, ...read });
  });
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
  source: FileToRead,
  { name, size }: { name: string; size: number },
): Promise<Read> {
  const read = await readFileContent(source, size, { userId });
  if (typeof read === 'string') throw new FileRefused(name, read);
  if ('image' in read) {
    const made = await readFile(source.output);
    return { made, madeType: read.image, pages: null, characters: null };
  }
  const { text, pages, characters } = read;
  return { made: Buffer.from(text), madeType: TEXT_TYPE, pages, characters };
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
