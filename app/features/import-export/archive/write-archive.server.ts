import { createHash } from 'node:crypto';

import { z } from 'zod';

import {
  archiveSections,
  type ArchiveDocument,
  type ArchiveFile,
  type ArchiveSection,
} from '~/engine/user-data/index.server';
import { ObjectMissing, objects, type ObjectStore } from '~/gateways/objects/index.server';
import { APP_VERSION } from '~/lib/app-version';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';
import { Spool } from '~/lib/files/spool.server';
import { writeZip, type NewZipEntry } from '~/lib/zip/write-zip.server';

import {
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  filePath,
  MANIFEST,
  sectionPath,
  type ArchivedFile,
  type Manifest,
  README,
} from './format';
import { folderOf, ReadableNames } from './readable-names';

export interface ArchiveOf {
  userId: UserScope;
  account: Manifest['account'];
  madeAt: Date;
  signal: AbortSignal;
  /** A temporary directory, removed by the caller, for what grows with the number of entries. */
  directory: string;
  /** Called with the number of bytes written, before compression. */
  onBytes(bytes: number): void;
}

/**
 * Everything of an account as a ZIP, streamed: memory holds a few rows and a few bytes of a file at a time, however many
 * there are. It isn't a snapshot of the database (decision 0036).
 * @throws ObjectStoreError; a missing object is left out, and the manifest says so
 */
export async function* writeArchive(archive: ArchiveOf): AsyncGenerator<Uint8Array> {
  const files = await Spool.create(archive.directory, 'manifest-files');
  try {
    const { directory, signal, madeAt } = archive;
    yield* writeZip(entriesOf(archive, files), { directory, signal, modified: madeAt });
  } finally {
    await files.close();
  }
}

/** Roughly how many bytes are written, before compression. */
export async function estimateArchive(userId: UserScope): Promise<number> {
  let bytes = 0;
  for (const { estimate } of archiveSections()) bytes += (await estimate?.(userId)) ?? 0;
  return bytes;
}

interface Writing {
  archive: ArchiveOf;
  /** The manifest's list of files, as JSON. */
  files: Spool;
  store: ObjectStore;
  names: ReadableNames;
  missing: string[];
}

async function* entriesOf(archive: ArchiveOf, files: Spool): AsyncGenerator<NewZipEntry> {
  const writing: Writing = {
    archive,
    files,
    store: await objects(),
    names: new ReadableNames(),
    missing: [],
  };
  yield listed(writing, 'README.txt', [README]);
  const counts: Manifest['sections'] = [];
  for (const section of archiveSections()) {
    const counted = { name: section.name, rows: 0 };
    yield listed(writing, sectionPath(section.name), rowsText(section, archive, counted));
    counts.push(counted);
    yield* attachedEntries(section, writing);
  }
  const lists = { sections: counts, missing: writing.missing };
  yield { path: MANIFEST, content: manifestText(archive, lists, files), compress: true };
}

/** An entry that is added to the manifest, with its checksum, once it is written. */
function listed(
  { archive, files }: Writing,
  path: string,
  content: NewZipEntry['content'],
  compress = true,
): NewZipEntry {
  async function* hashed(): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of content) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      hash.update(bytes);
      size += bytes.length;
      archive.onBytes(bytes.length);
      yield bytes;
    }
    const file: ArchivedFile = { path, size, sha256: hash.digest('hex') };
    await files.append(`${files.size === 0 ? '' : ','}\n${JSON.stringify(file)}`);
  }
  return { path, content: hashed(), compress };
}

/** A JSON array with one row per line. */
async function* rowsText(
  section: ArchiveSection,
  { userId, signal }: ArchiveOf,
  counted: { rows: number },
): AsyncGenerator<string> {
  yield '[';
  for await (const row of section.rows(userId, signal)) {
    yield `${counted.rows === 0 ? '' : ','}\n${JSON.stringify(z.encode(section.row, row))}`;
    counted.rows += 1;
  }
  yield '\n]\n';
}

/** The texts and files of a section. Rows are read again, because an entry of a ZIP ends before the next one begins. */
async function* attachedEntries(
  section: ArchiveSection,
  writing: Writing,
): AsyncGenerator<NewZipEntry> {
  if (!section.readable && !section.documents && !section.files) return;
  const { userId, signal } = writing.archive;
  const folder = `readable/${folderOf(section.name)}`;
  for await (const row of section.rows(userId, signal)) {
    const readable = section.readable?.(row);
    if (readable) {
      const path = writing.names.pathFor(folder, readable.name);
      yield listed(writing, path, [readable.markdown]);
    }
    for (const document of section.documents?.(row, userId, signal) ?? []) {
      yield listed(writing, documentPath(document, folder, writing.names), document.text);
    }
    for (const file of (await section.files?.(row, userId)) ?? []) yield* fileEntry(file, writing);
  }
}

function documentPath(document: ArchiveDocument, folder: string, names: ReadableNames): string {
  return 'path' in document ? document.path : names.pathFor(folder, document.readable);
}

const TEXT = /\.(?:txt|md|csv|json|svg|html)$/;

async function* fileEntry(
  { path, key }: ArchiveFile,
  writing: Writing,
): AsyncGenerator<NewZipEntry> {
  const { store, archive, missing } = writing;
  const body = await openObject(store, key, archive.signal);
  if (body !== null) {
    yield listed(writing, filePath(path), body, TEXT.test(path));
    return;
  }
  log.warn({ path }, 'a file is missing, the archive is written without it');
  missing.push(filePath(path));
}

/** Null when the object is missing. */
async function openObject(store: ObjectStore, key: string, signal: AbortSignal) {
  try {
    return (await store.get(key, { signal })).body as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error;
    return null;
  }
}

async function* manifestText(
  { account, madeAt }: ArchiveOf,
  lists: Pick<Manifest, 'sections' | 'missing'>,
  files: Spool,
): AsyncGenerator<Uint8Array | string> {
  const head: Omit<Manifest, 'files'> = {
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    appVersion: APP_VERSION,
    madeAt: madeAt.toISOString(),
    account,
    ...lists,
  };
  // Without the closing brace.
  yield `${JSON.stringify(head).slice(0, -1)},"files":[`;
  yield* files.read();
  yield '\n]}\n';
}
