import { createHash } from 'node:crypto';

import { DamagedFile } from '~/engine/user-data';
import { AppError } from '~/lib/errors';

import type { OpenedZip } from '../zip/open-zip.server';
import {
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  archivedFileSchema,
  MANIFEST,
  manifestSchema,
  type ArchivedFile,
  type Manifest,
} from './format';
import { readHead, readLines, readRows } from './read-lines';

const MAX_HEAD = 16 * 1024 ** 2;
const MAX_FILES = 450_000;

const UNREADABLE =
  'This archive is damaged: its table of contents can’t be read. Download it again, then upload the original file.';
const NEWER =
  'This archive comes from a newer version of Brandwright. Ask your admin to update this one first.';

export async function isArchive(zip: OpenedZip): Promise<boolean> {
  const head = (await readManifestHead(zip)) as { format?: unknown } | undefined;
  return head?.format === ARCHIVE_FORMAT;
}

/** The files of an archive, each compared with the manifest. */
export interface ArchiveFiles {
  manifest: Omit<Manifest, 'files'>;
  /** Undefined when the archive lacks it, or has it in another size. */
  find(path: string): ArchivedFile | undefined;
  /** The paths that begin with `prefix`. */
  below(prefix: string): Iterable<string>;
  /** @throws DamagedFile from the stream, at the latest at its end */
  open(file: ArchivedFile): AsyncIterable<Uint8Array>;
  /** Reads the whole file to check it before it is used. */
  isWhole(file: ArchivedFile, signal?: AbortSignal): Promise<boolean>;
}

/** @throws AppError `invalid` when the archive is damaged, or of a later version */
export async function readArchiveFiles(zip: OpenedZip): Promise<ArchiveFiles> {
  const head = manifestSchema.safeParse(await readManifestHead(zip));
  if (!head.success) throw new AppError('invalid', UNREADABLE, { cause: head.error });
  if (head.data.version > ARCHIVE_VERSION) throw new AppError('invalid', NEWER);
  const files = await readListed(zip);
  const open = (file: ArchivedFile) => checkedBytes(zip, file);
  return {
    manifest: head.data,
    find: (path) => files.get(path),
    below: (prefix) => [...files.keys()].filter((path) => path.startsWith(prefix)),
    open,
    async isWhole(file, signal) {
      try {
        for await (const chunk of open(file)) if (chunk.length > 0) signal?.throwIfAborted();
        return true;
      } catch (error) {
        if (error instanceof DamagedFile) return false;
        throw error;
      }
    },
  };
}

function manifestLines(zip: OpenedZip): AsyncGenerator<string | null> {
  const entry = zip.entries.get(MANIFEST);
  if (!entry || entry.refused !== null) throw new AppError('invalid', UNREADABLE);
  return readLines(zip.open(entry), MAX_HEAD);
}

async function readManifestHead(zip: OpenedZip): Promise<unknown> {
  const entry = zip.entries.get(MANIFEST);
  if (!entry || entry.refused !== null) return undefined;
  for await (const line of manifestLines(zip)) return readHead(line);
  return undefined;
}

/** The listed files that the zip really has, without the readable ones, which are never read back. */
async function readListed(zip: OpenedZip): Promise<Map<string, ArchivedFile>> {
  const files = new Map<string, ArchivedFile>();
  for await (const line of readRows(manifestLines(zip))) {
    const file = line === 'unreadable' ? undefined : archivedFileSchema.safeParse(line.value).data;
    if (!file || files.size >= MAX_FILES) throw new AppError('invalid', UNREADABLE);
    const entry = zip.entries.get(file.path);
    const isThere = entry?.refused === null && entry.size === file.size;
    if (isThere && !file.path.startsWith('readable/')) files.set(file.path, file);
  }
  return files;
}

async function* checkedBytes(
  zip: OpenedZip,
  { path, size, sha256 }: ArchivedFile,
): AsyncGenerator<Uint8Array> {
  const entry = zip.entries.get(path);
  if (!entry) throw new DamagedFile(path);
  const hash = createHash('sha256');
  let count = 0;
  try {
    for await (const chunk of zip.open(entry)) {
      count += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
  } catch (error) {
    // The zip is damaged; other errors are no fault of the archive.
    if (error instanceof AppError) throw new DamagedFile(path, { cause: error });
    throw error;
  }
  if (count !== size || hash.digest('hex') !== sha256) throw new DamagedFile(path);
}
