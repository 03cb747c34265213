import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

import { extract } from 'tar-stream';

/** Ten times the weights of a LoRA for today's largest models. */
const MAX_WEIGHT_BYTES = 2 * 1024 ** 3;
/** For the rest of an archive: samples, settings, captions. */
const MAX_OTHER_BYTES = 512 * 1024 ** 2;
const MAX_ENTRIES = 2_000;
const MAX_HEADER_BYTES = 16 * 1024 ** 2;
const END = '.safetensors';
/** The name of the last state; other files are intermediate steps. */
const LAST = 'lora.safetensors';

/** A file isn't what a training makes. The message is for the log. */
export class NotWeights extends Error {}

export interface WeightsLimits {
  maxBytes: number;
  maxEntries: number;
}
const LIMITS: WeightsLimits = {
  maxBytes: MAX_WEIGHT_BYTES + MAX_OTHER_BYTES,
  maxEntries: MAX_ENTRIES,
};

/**
 * Unpacks only the weights of an archive into `directory`; names of entries never become paths. Returns the file.
 * @throws NotWeights
 */
export async function unpackWeights(
  archive: string,
  directory: string,
  signal: AbortSignal,
  limits: WeightsLimits = LIMITS,
): Promise<string> {
  const target = join(directory, 'weights');
  const tar = extract();
  const source = createReadStream(archive);
  const bytes = bounded(limits.maxBytes);
  const unpacking = (await isGzip(archive))
    ? pipeline(source, createGunzip(), bytes, tar, { signal })
    : pipeline(source, bytes, tar, { signal });
  // Its failure is handled below, when the entries end.
  unpacking.catch(() => {});
  let entries = 0;
  let taken: string | null = null;
  try {
    for await (const entry of tar) {
      const { name, type } = entry.header;
      entries += 1;
      if (entries > limits.maxEntries) throw new NotWeights('too many entries');
      if (leadsOut(name)) throw new NotWeights('an entry leads out of the archive');
      const wanted = type === 'file' && name.endsWith(END) && taken !== LAST;
      if (wanted) {
        await pipeline(entry, createWriteStream(target, { mode: 0o600 }), { signal });
        taken = basename(name);
      } else {
        entry.resume();
      }
    }
    await unpacking;
  } catch (error) {
    if (error instanceof NotWeights || signal.aborted) throw error;
    throw new NotWeights('the archive cannot be read', { cause: error });
  } finally {
    tar.destroy();
  }
  if (taken === null) throw new NotWeights('there are no weights in it');
  return target;
}

function bounded(maxBytes: number) {
  return async function* (parts: AsyncIterable<Buffer>) {
    let size = 0;
    for await (const chunk of parts) {
      size += chunk.length;
      if (size > maxBytes) throw new NotWeights('it unpacks to too much');
      yield chunk;
    }
  };
}

function leadsOut(name: string): boolean {
  return /^[/\\]|^[a-z]:/i.test(name) || name.split(/[/\\]/).includes('..');
}

async function isGzip(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.readUInt16BE() === 0x1f8b;
  } finally {
    await handle.close();
  }
}

/**
 * Checks the header of a weights file against the file: eight bytes of length, JSON, then the tensors,
 * which fill the rest. Returns the file's length. @throws NotWeights
 */
export async function checkWeights(file: string, maxBytes = MAX_WEIGHT_BYTES): Promise<number> {
  const { size } = await stat(file);
  if (size > maxBytes) throw new NotWeights('the weights are too large');
  if (size < 10) throw new NotWeights('the weights are too small');
  const handle = await open(file, 'r');
  try {
    const { buffer: start } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    const length = Number(start.readBigUInt64LE());
    if (length < 2 || length > MAX_HEADER_BYTES || 8 + length > size) {
      throw new NotWeights('the header of the weights has no length that can be');
    }
    const { buffer: header } = await handle.read(Buffer.alloc(length), 0, length, 8);
    assertTensors(header.toString('utf8'), size - 8 - length);
    return size;
  } finally {
    await handle.close();
  }
}

function assertTensors(header: string, dataBytes: number): void {
  let value: unknown;
  try {
    value = JSON.parse(header);
  } catch (cause) {
    throw new NotWeights('the header of the weights is no JSON', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new NotWeights('the header of the weights is no list of tensors');
  }
  let end = 0;
  for (const [name, tensor] of Object.entries(value as Record<string, unknown>)) {
    if (name === '__metadata__') continue;
    const { dtype, shape, data_offsets: offsets } = (tensor ?? {}) as Record<string, unknown>;
    const [from, to] = Array.isArray(offsets) ? (offsets as unknown[]) : [];
    const good =
      typeof dtype === 'string' &&
      Array.isArray(shape) &&
      Number.isSafeInteger(from) &&
      Number.isSafeInteger(to) &&
      (from as number) >= 0 &&
      (from as number) <= (to as number) &&
      (to as number) <= dataBytes;
    if (!good) throw new NotWeights('a tensor of the weights is not where it is said to be');
    end = Math.max(end, to as number);
  }
  if (end === 0 || end !== dataBytes) throw new NotWeights('the tensors do not fill the weights');
}
