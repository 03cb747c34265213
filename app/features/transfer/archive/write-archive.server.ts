import {
  archiveSections,
  type ArchiveDocument,
  type ArchiveFile,
  type ArchiveSection,
} from '~/features/account-data/index.server';
import { ObjectMissing, objects, type ObjectStore } from '~/gateways/objects/index.server';
import { APP_VERSION } from '~/lib/app-version';
import { log } from '~/lib/log.server';

import {
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  filePath,
  MANIFEST,
  sectionPath,
  type ArchivedFile,
  type Manifest,
} from './format';
import { README } from './readme';
import { folderOf, ReadableNames } from './readable-names';
import { ZipEntries } from './zip-entries.server';

export interface ArchiveOf {
  userId: string;
  account: Manifest['account'];
  madeAt: Date;
  signal: AbortSignal;
  /** Called with the bytes that each piece brings. */
  onBytes(bytes: number): void;
}

/**
 * Everything of an account as a ZIP, written as it is read: memory holds some rows and some bytes of a file at a time,
 * and of each entry its name and checksum. Not one moment of the database: see docs/decisions/0036.
 * @throws ObjectStoreError from the stream; an object that is not there is left out, and the manifest says so.
 */
export function writeArchive(archive: ArchiveOf): AsyncIterable<Uint8Array> {
  const zip = new ZipEntries(archive.signal, archive.onBytes);
  // Whoever reads hears of a failure by the stream.
  writeAll(zip, archive).catch((error: unknown) => zip.fail(error));
  return zip.bytes;
}

/** About how many bytes are written, before they are compressed. */
export async function estimateArchive(userId: string): Promise<number> {
  let bytes = 0;
  for (const { estimate } of archiveSections()) bytes += (await estimate?.(userId)) ?? 0;
  return bytes;
}

async function writeAll(zip: ZipEntries, archive: ArchiveOf): Promise<void> {
  const files: ArchivedFile[] = [];
  const writing: Writing = {
    archive,
    store: await objects(),
    names: new ReadableNames(),
    missing: [],
    add: async (path, pieces, compress = true) => {
      files.push(await zip.add(path, pieces, { compress }));
    },
  };
  await writing.add('README.txt', only(README));
  const counts: Manifest['sections'] = [];
  for (const section of archiveSections()) {
    counts.push({ name: section.name, rows: await writeRows(section, writing) });
    await writeBelongings(section, writing);
  }
  await zip.add(
    MANIFEST,
    manifestText(archive, { sections: counts, missing: writing.missing, files }),
    {
      compress: true,
    },
  );
  zip.end();
}

interface Writing {
  archive: ArchiveOf;
  store: ObjectStore;
  names: ReadableNames;
  missing: string[];
  add(path: string, pieces: AsyncIterable<Uint8Array | string>, compress?: boolean): Promise<void>;
}

/** An array with a row to a line. */
async function writeRows(section: ArchiveSection, { archive, add }: Writing): Promise<number> {
  let count = 0;
  const { userId, signal } = archive;
  await add(
    sectionPath(section.name),
    (async function* () {
      yield '[';
      for await (const row of section.rows(userId, signal)) {
        yield `${count === 0 ? '' : ','}\n${JSON.stringify(section.row.parse(row))}`;
        count += 1;
      }
      yield '\n]\n';
    })(),
  );
  return count;
}

/** Their rows are read once more: an entry of a ZIP is whole before the next one begins. */
async function writeBelongings(section: ArchiveSection, writing: Writing): Promise<void> {
  if (!section.readable && !section.documents && !section.files) return;
  const { userId, signal } = writing.archive;
  const folder = `readable/${folderOf(section.name)}`;
  for await (const whole of section.rows(userId, signal)) {
    const row = section.row.parse(whole);
    const readable = section.readable?.(row);
    if (readable) {
      const path = writing.names.pathFor(folder, readable.name);
      await writing.add(path, only(readable.markdown));
    }
    for (const document of section.documents?.(row, userId, signal) ?? []) {
      await writing.add(documentPath(document, folder, writing.names), document.text);
    }
    for (const file of (await section.files?.(row, userId)) ?? []) await writeFile(file, writing);
  }
}

function documentPath(document: ArchiveDocument, folder: string, names: ReadableNames): string {
  return 'path' in document ? document.path : names.pathFor(folder, document.readable);
}

const TEXT = /\.(?:txt|md|csv|json|svg|html)$/;

async function writeFile({ path, key }: ArchiveFile, writing: Writing): Promise<void> {
  const { store, archive, missing, add } = writing;
  try {
    const { body } = await store.get(key, { signal: archive.signal });
    await add(filePath(path), body, TEXT.test(path));
  } catch (err) {
    if (!(err instanceof ObjectMissing)) throw err;
    log.warn({ err, path }, 'a file is missing, the archive is written without it');
    missing.push(filePath(path));
  }
}

async function* manifestText(
  { account, madeAt }: ArchiveOf,
  { files, ...rest }: Pick<Manifest, 'sections' | 'missing' | 'files'>,
): AsyncGenerator<string> {
  const head: Omit<Manifest, 'files'> = {
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    appVersion: APP_VERSION,
    madeAt: madeAt.toISOString(),
    account,
    ...rest,
  };
  // Without its last brace.
  yield `${JSON.stringify(head).slice(0, -1)},"files":[`;
  let first = true;
  for (const file of files) {
    yield `${first ? '' : ','}\n${JSON.stringify(file)}`;
    first = false;
  }
  yield '\n]}\n';
}

async function* only(text: string): AsyncGenerator<string> {
  yield text;
}
