import { randomUUID } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { DAY_MS } from '~/lib/time';

import { exactLength } from './exact-length.server';
import {
  assertKey,
  assertPrefix,
  assertType,
  LIST_LIMIT,
  ObjectMissing,
  ObjectStoreError,
  type ListedObject,
  type ObjectBody,
  type ObjectInfo,
  type ObjectRange,
  type ObjectStore,
} from './objects';

// Each file begins with a header that contains the media type, so that type and content are replaced in one step. File
// names end in `~`, which no key contains: `a` and `a/b` may both exist, and no key names another's directory.
const HEADER_LENGTH = 256;
const MAGIC = 'brandwright object 1\n';
const FILE_END = '~';
/** For files that are being written; no segment of a key begins with a dot. */
const INCOMING = '.incoming';
const ABANDONED_MS = DAY_MS;

const READ_AT_ONCE = 256 * 1024;

/** Stores objects as files below `directory`, readable only by this process's user. */
export function diskStore(directory: string): ObjectStore {
  const root = resolve(directory);
  const incoming = join(root, INCOMING);
  const fileOf = (key: string) => {
    assertKey(key);
    return join(root, `${key}${FILE_END}`);
  };

  return {
    async put(key, body, { type, signal }) {
      const stream = streamOf(body);
      const temporary = join(incoming, randomUUID());
      try {
        const file = fileOf(key);
        assertType(type);
        await mkdir(incoming, { recursive: true, mode: 0o700 });
        await write(temporary, type, stream, lengthOf(body), signal);
        await mkdir(dirname(file), { recursive: true, mode: 0o700 });
        await rename(temporary, file);
        await syncDirectory(dirname(file));
      } catch (error) {
        stream.destroy();
        await rm(temporary, { force: true }).catch(() => {
          // The first error is the one worth reporting; a file left behind is removed by a later check.
        });
        throw asStoreError(error);
      }
    },

    async get(key, { signal, range } = {}) {
      signal?.throwIfAborted();
      const file = fileOf(key);
      let handle: FileHandle | undefined;
      try {
        handle = await open(file, 'r');
        const info = await readInfo(handle);
        const part = range && partOf(range, info.length);
        const body = handle.createReadStream({
          start: HEADER_LENGTH,
          highWaterMark: READ_AT_ONCE,
          ...part,
          signal,
        });
        return { ...info, body };
      } catch (error) {
        await handle?.close();
        throw asStoreError(error);
      }
    },

    async head(key) {
      const file = fileOf(key);
      let handle: FileHandle | undefined;
      try {
        handle = await open(file, 'r');
        return await readInfo(handle);
      } catch (error) {
        throw asStoreError(error);
      } finally {
        await handle?.close();
      }
    },

    async delete(keys) {
      const files = keys.map(fileOf);
      try {
        for (const file of files) await rm(file, { force: true });
      } catch (error) {
        throw asStoreError(error);
      }
    },

    async list(prefix, { cursor = '', limit = LIST_LIMIT } = {}) {
      assertPrefix(prefix);
      const objects: ListedObject[] = [];
      try {
        for await (const { key, path } of walk(root, '', { prefix, after: cursor })) {
          // The page is full, and there is another key.
          if (objects.length === limit) return { objects, cursor: objects.at(-1)?.key ?? null };
          const listed = await describe(key, path);
          if (listed) objects.push(listed);
        }
      } catch (error) {
        throw asStoreError(error);
      }
      return { objects, cursor: null };
    },

    async check() {
      try {
        await mkdir(incoming, { recursive: true, mode: 0o700 });
        await access(incoming, constants.W_OK | constants.X_OK);
        await removeAbandoned(incoming);
      } catch (error) {
        throw asStoreError(error);
      }
    },
  };
}

function streamOf(body: ObjectBody): Readable {
  // One chunk, not one per byte.
  return body instanceof Uint8Array ? Readable.from([body], { objectMode: false }) : body.stream;
}

function lengthOf(body: ObjectBody): number {
  return body.length;
}

async function write(
  path: string,
  type: string,
  stream: Readable,
  length: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.write(Buffer.from((MAGIC + type).padEnd(HEADER_LENGTH - 1) + '\n', 'latin1'));
    const target = async (content: AsyncIterable<Buffer>) => {
      // Each chunk is appended to the previous ones.
      for await (const chunk of content) await handle.writeFile(chunk);
    };
    await pipeline(stream, exactLength(length), target, { signal });
    // The content must be on disk before the name is: a crash in between would leave an empty file.
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The position of an object's part in its file. */
function partOf({ start, end }: ObjectRange, length: number): ObjectRange {
  if (end >= length) throw new ObjectStoreError('the object is shorter than that');
  return { start: HEADER_LENGTH + start, end: HEADER_LENGTH + end };
}

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readInfo(handle: FileHandle): Promise<ObjectInfo> {
  const header = Buffer.alloc(HEADER_LENGTH);
  const { bytesRead } = await handle.read(header, 0, HEADER_LENGTH, 0);
  const text = header.toString('latin1');
  if (bytesRead < HEADER_LENGTH || !text.startsWith(MAGIC)) {
    throw new ObjectStoreError('a file among the objects is none');
  }
  const { size } = await handle.stat();
  return { length: size - HEADER_LENGTH, type: text.slice(MAGIC.length).trimEnd() };
}

interface Range {
  prefix: string;
  /** Keys up to this one were already listed. */
  after: string;
}

/** The keys below a directory in byte order, which is the order of a bucket. */
async function* walk(
  path: string,
  parent: string,
  range: Range,
): AsyncGenerator<{ key: string; path: string }> {
  for (const name of namesOf(await entriesOf(path))) {
    const key = parent + name;
    if (name.endsWith('/')) {
      const wanted = key.startsWith(range.prefix) || range.prefix.startsWith(key);
      const listed = key < range.after && !range.after.startsWith(key);
      if (wanted && !listed) yield* walk(join(path, name), key, range);
    } else if (key.startsWith(range.prefix) && key > range.after) {
      yield { key, path: join(path, name + FILE_END) };
    }
  }
}

async function entriesOf(path: string): Promise<Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    // Nothing was ever stored there.
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Directories get a slash, so that they sort like the keys below them. */
function namesOf(entries: Dirent[]): string[] {
  const names = entries.flatMap((entry) => {
    if (entry.name.startsWith('.')) return [];
    if (entry.isDirectory()) return [`${entry.name}/`];
    return entry.name.endsWith(FILE_END) ? [entry.name.slice(0, -FILE_END.length)] : [];
  });
  return names.sort((a, b) => (a < b ? -1 : 1));
}

async function describe(key: string, path: string): Promise<ListedObject | null> {
  try {
    const { size, mtime } = await stat(path);
    return { key, length: size - HEADER_LENGTH, modifiedAt: mtime };
  } catch (error) {
    // Deleted since its name was read.
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Files left behind by a process that died while writing. */
async function removeAbandoned(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const left = await describe(name, path);
    if (left && Date.now() - left.modifiedAt.getTime() > ABANDONED_MS) {
      await rm(path, { force: true });
    }
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

function asStoreError(error: unknown): unknown {
  if (error instanceof ObjectStoreError || error instanceof TypeError) return error;
  if (error instanceof Error && error.name === 'AbortError') return error;
  if (codeOf(error) === 'ENOENT') return new ObjectMissing({ cause: error });
  return new ObjectStoreError(`the directory of the objects failed (${codeOf(error)})`, {
    cause: error,
  });
}
