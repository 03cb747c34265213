import { Readable } from 'node:stream';

import { objects, ObjectStoreError } from '~/gateways/objects/index.server';
import { cleanName, sniff, SNIFFED_BYTES } from '~/lib/files/sniff';
import type { UserScope } from '~/lib/scope';

import type { StoredAttachment } from './attachment-data.server';
import { ATTACHMENT_OBJECTS, dropFiles } from './upload-attachment.server';

/** A file of an imported message. */
export interface ImportedFile {
  name: string;
  size: number;
  open(): Promise<AsyncIterable<Uint8Array>>;
}

/** The largest number that the column holds. */
const MAX_SIZE = 2 ** 31 - 1;

/** The file doesn't have the size that its export states. */
class Damaged extends Error {}

/**
 * Stores a file unchanged among the attachments. Images are shown and all other files are only downloaded, whatever
 * their names say. No text is read from it, so the assistant sees only images. Null when it is damaged. Without a row, a
 * job removes it after a day.
 * @throws ObjectStoreError
 */
export async function keepImportedFile(
  { userId, id, file }: { userId: UserScope; id: string; file: ImportedFile },
  signal: AbortSignal,
): Promise<StoredAttachment | null> {
  if (file.size <= 0 || file.size > MAX_SIZE) return null;
  const name = cleanName(file.name);
  const key = `${ATTACHMENT_OBJECTS}${userId}/${id}/file`;
  let damaged = false;
  const watched = async function* () {
    let size = 0;
    try {
      for await (const chunk of await file.open()) {
        size += chunk.length;
        if (size > file.size) throw new Damaged();
        yield chunk;
      }
      if (size < file.size) throw new Damaged();
    } catch (error) {
      // A failure of the object store doesn't mean that the file is damaged.
      damaged = !(error instanceof ObjectStoreError) && !signal.aborted;
      throw error;
    }
  };
  try {
    const { head, rest } = await peek(watched());
    const sniffed = sniff(head, name);
    const type = 'refusal' in sniffed ? 'application/octet-stream' : typeOf(sniffed.type, name);
    const stream = Readable.from(rest, { objectMode: false });
    await (await objects()).put(key, { stream, length: file.size }, { type, signal });
    return { id, name, type, size: file.size, key };
  } catch (error) {
    if (!damaged) throw error;
    await dropFiles([key]);
    return null;
  }
}

/** Every zip looks like a Word file, so the name must say that it is one. */
function typeOf(sniffed: string, name: string): string {
  return sniffed.includes('wordprocessingml') && !/\.docx$/i.test(name)
    ? 'application/zip'
    : sniffed;
}

/** The first bytes of a stream, and the whole stream. */
async function peek(
  parts: AsyncGenerator<Uint8Array>,
): Promise<{ head: Uint8Array; rest: AsyncGenerator<Uint8Array> }> {
  const first: Uint8Array[] = [];
  let size = 0;
  while (size < SNIFFED_BYTES) {
    const { value, done } = await parts.next();
    if (done) break;
    first.push(value);
    size += value.length;
  }
  const head = Buffer.concat(first);
  const rest = async function* () {
    yield head;
    yield* parts;
  };
  return { head, rest: rest() };
}
