import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';

import { extract } from 'tar-stream';
import type { ZodType } from 'zod';

import {
  BackupFailed,
  HEAD,
  headSchema,
  KEYS,
  keysSchema,
  MANIFEST,
  manifestSchema,
  QUEUE,
  queueSchema,
  FORMAT,
  type Head,
  type Keys,
  type Manifest,
  type QueuedWork,
} from './format.ts';
import { Tally } from './seal.ts';
import { TYPE_RECORD, type Entry } from './tar.ts';

/** What an archive says about itself. */
export interface Contents {
  head: Head;
  keys: Keys;
  queue: QueuedWork;
  manifest: Manifest;
}

const SMALL_BYTES = 64 * 2 ** 20;

/**
 * The entries of an archive, one after the other; unread bodies are skipped.
 * @throws BackupFailed
 */
export async function* entriesOf(path: string, signal?: AbortSignal): AsyncGenerator<Entry> {
  const reading = extract();
  const feeding = pipeline(createReadStream(path), createZstdDecompress(), reading, { signal });
  // A failure reaches the loop through the stream.
  feeding.catch(() => {});
  try {
    for await (const body of reading) {
      const {
        name,
        size = 0,
        pax,
      } = body.header as typeof body.header & {
        pax?: Record<string, string>;
      };
      yield { name, length: size, type: pax?.[TYPE_RECORD], body: piecesOf(path, body) };
      body.resume();
    }
    await feeding;
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

async function* piecesOf(path: string, body: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  try {
    yield* body as AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

function unreadable(path: string, cause: unknown): unknown {
  if (cause instanceof BackupFailed) return cause;
  const { code, message, name } = cause as NodeJS.ErrnoException;
  if (name === 'AbortError') return cause;
  if (code === 'ENOENT') return new BackupFailed(`There's no file ${path}.`, { cause });
  if (code === 'EACCES' || code === 'EISDIR') {
    return new BackupFailed(`${path} can't be read (${code}).`, { cause });
  }
  if (code === 'ZSTD_error_prefix_unknown') {
    return new BackupFailed(`${path} isn't a Brandwright backup.`, { cause });
  }
  return new BackupFailed(`${path} is damaged or incomplete (${message}).`, { cause });
}

/**
 * Reads a whole archive and compares it with its manifest.
 * @throws BackupFailed that says what is damaged
 */
export async function verifyArchive(path: string, signal?: AbortSignal): Promise<Contents> {
  const tally = new Tally();
  const small = new Map<string, Buffer>();
  for await (const found of entriesOf(path, signal)) {
    if (small.has(MANIFEST)) throw damaged(path, 'something follows its manifest');
    const { name, length, body } = found.name === MANIFEST ? found : tally.count(found);
    if ([HEAD, KEYS, QUEUE, MANIFEST].includes(name)) {
      if (length > SMALL_BYTES) throw damaged(path, `${name} is too large`);
      small.set(name, await buffer(body as AsyncIterable<Uint8Array>));
      if (name === HEAD) readHead(path, small.get(HEAD));
      continue;
    }
    // This pass only counts.
    for await (const chunk of body) void chunk;
  }
  const manifest = parsed(path, MANIFEST, manifestSchema, small.get(MANIFEST));
  const seen = tally.result();
  for (const name of new Set([...Object.keys(seen), ...Object.keys(manifest.sections)])) {
    const [is, should] = [seen[name], manifest.sections[name]];
    if (is?.sha256 !== should?.sha256 || is?.entries !== should?.entries) {
      throw damaged(path, `${name} doesn't match its manifest`);
    }
  }
  return {
    head: readHead(path, small.get(HEAD)),
    keys: parsed(path, KEYS, keysSchema, small.get(KEYS)),
    queue: parsed(path, QUEUE, queueSchema, small.get(QUEUE)),
    manifest,
  };
}

function readHead(path: string, bytes: Buffer | undefined): Head {
  const { format } = (json(bytes) ?? {}) as { format?: unknown };
  if (typeof format === 'number' && format > FORMAT) {
    throw new BackupFailed(
      `${path} was made by a newer version of Brandwright: restore it with that version.`,
    );
  }
  return parsed(path, HEAD, headSchema, bytes);
}

function parsed<T>(path: string, name: string, schema: ZodType<T>, bytes: Buffer | undefined): T {
  if (!bytes) throw damaged(path, `it has no ${name}`);
  const result = schema.safeParse(json(bytes));
  if (!result.success) throw damaged(path, `${name} can't be read`);
  return result.data;
}

function json(bytes: Buffer | undefined): unknown {
  try {
    return JSON.parse(bytes?.toString('utf8') ?? '');
  } catch {
    return undefined;
  }
}

function damaged(path: string, how: string): BackupFailed {
  return new BackupFailed(`${path} is damaged or incomplete: ${how}.`);
}
