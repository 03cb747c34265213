import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { pack, type Pack } from 'tar-stream';

/** A file of an archive: its name, its length in bytes, and exactly that many bytes. */
export interface Entry {
  name: string;
  length: number;
  /** The media type of an object. */
  type?: string;
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

export const TYPE_RECORD = 'BRANDWRIGHT.type';

/** A file from bytes in memory. */
export function entry(name: string, bytes: Uint8Array): Entry {
  return { name, length: bytes.length, body: [bytes] };
}

/** Turns entries into a tar archive. An entry is requested when all but a few KB of the previous one have been read. */
export function tar(entries: AsyncIterable<Entry>): Readable {
  const archive = pack();
  write(entries, archive).then(
    () => archive.finalize(),
    (error: Error) => archive.destroy(error),
  );
  return Readable.from(archive, { objectMode: false });
}

async function write(entries: AsyncIterable<Entry>, archive: Pack): Promise<void> {
  for await (const found of entries) {
    const { name, length, type } = found;
    const header = { name, size: length, mode: 0o600, pax: type && { [TYPE_RECORD]: type } };
    await pipeline(exactly(found), archive.entry(header));
  }
}

async function* exactly({ name, length, body }: Entry): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const chunk of body) {
    sent += chunk.length;
    yield chunk;
  }
  if (sent !== length) throw new RangeError(`${name} has ${sent} bytes in place of ${length}`);
}
