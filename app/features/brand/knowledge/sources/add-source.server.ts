import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { enqueue } from '~/engine/queue/index.server';
import { hasRoom } from '~/engine/user-data/index.server';
import { objects } from '~/gateways/objects/index.server';
import { parseWebsite, siteOf, WebsiteError } from '~/gateways/website/index.server';
import { prisma, prismaTransaction, type PrismaTx, sql, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { readFileContent, receiveFile, sniffFile } from '~/lib/files/read-file.server';
import type { FileRefusal } from '~/lib/files/readable-file';
import { cleanName } from '~/lib/files/sniff';
import { inTemporary } from '~/lib/files/temporary.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { WEBSITE_REFUSALS } from '../../drafting/refusals';
import { cleanPasted, cleanSourceName, nameOfText } from './clean-source';
import { readContentText } from './content-reader.server';
import { ownProfileId } from './own-source.server';
import { countProfilePages, insertPages } from './page-data.server';
import { MAX_PROFILE_PAGES, MAX_SOURCES, type SourceView } from './source';
import { countSources, findSame, insertSource, lockSources } from './source-data.server';
import { publishSource } from './source-events.server';
import { removeFiles, sourceKey } from './source-objects.server';
import { sourceFileRefusal } from './refusals';
import { sourceTexts } from './texts';
import { readSource } from './reading/read-source.server';
import { type PageText, requireRoom, storeOnlyPage } from './reading/store-page.server';

export type NewSourceInput =
  | { kind: 'website'; address: string }
  | { kind: 'text'; name: string; text: string }
  | { kind: 'content'; contentIds: readonly string[] };

/** Adds sources to a profile. @throws AppError `not-found`, `invalid`, `conflict` with a sentence for the person */
export function addSources(
  userId: UserScope,
  profileId: string | undefined,
  input: NewSourceInput,
): Promise<SourceView[]> {
  if (input.kind === 'website') return addWebsite(userId, profileId, input.address);
  if (input.kind === 'text') return addText(userId, profileId, input);
  return addContents(userId, profileId, input.contentIds);
}

interface Db {
  tx: PrismaTx;
  sql: Sql;
}

/** Adds to a profile while nothing else is added to it, and tells the person's tabs. */
function addTo(
  userId: UserScope,
  id: string | undefined,
  add: (db: Db, profileId: string) => Promise<string[]>,
): Promise<SourceView[]> {
  return prismaTransaction(async (tx, sql) => {
    await lockSources(sql, userId);
    const profileId = await ownProfileId(tx, userId, id);
    const ids = await add({ tx, sql }, profileId);
    if ((await countSources(tx, userId, profileId)) > MAX_SOURCES) {
      throw new AppError('conflict', sourceTexts.tooMany);
    }
    if ((await countProfilePages(tx, userId, profileId)) > MAX_PROFILE_PAGES) {
      throw new AppError('conflict', sourceTexts.pagesFull);
    }
    const views: SourceView[] = [];
    for (const added of ids) views.push((await publishSource(tx, sql, userId, added))!);
    return views;
  });
}

/** The website is read by a job, which also finds out whether there is one. */
function addWebsite(
  userId: UserScope,
  id: string | undefined,
  typed: string,
): Promise<SourceView[]> {
  const { url, hasScheme } = parsed(typed);
  const address = hasScheme ? url.href : url.href.replace(/^https:\/\//, '').replace(/\/$/, '');
  return addTo(userId, id, async ({ tx, sql }, profileId) => {
    const same = await findSame(tx, userId, profileId, { address });
    if (same) throw new AppError('conflict', sourceTexts.alreadyThere(same.name));
    const source = { id: newId(), profileId, kind: 'website', state: 'waiting' } as const;
    await insertSource(tx, userId, { ...source, name: siteOf(url).slice(0, 200), address });
    const start = { address: url.href, position: 0, depth: 0, foundIn: 1 };
    await insertPages(tx, userId, source.id, [start]);
    await enqueue(readSource, { sourceId: source.id }, sql);
    return [source.id];
  });
}

function parsed(typed: string) {
  try {
    return parseWebsite(typed);
  } catch (error) {
    if (!(error instanceof WebsiteError)) throw error;
    throw new AppError('invalid', WEBSITE_REFUSALS[error.code]);
  }
}

function addText(
  userId: UserScope,
  id: string | undefined,
  typed: { name: string; text: string },
): Promise<SourceView[]> {
  const text = cleanPasted(typed.text);
  const name = typed.name.trim() === '' ? nameOfText(text) : cleanSourceName(typed.name);
  return addTo(userId, id, async (db, profileId) => [
    await addRead(db, userId, { profileId, kind: 'text', name }, { title: name, text }),
  ]);
}

function addContents(
  userId: UserScope,
  id: string | undefined,
  contentIds: readonly string[],
): Promise<SourceView[]> {
  return addTo(userId, id, async (db, profileId) => {
    const added: string[] = [];
    for (const contentId of new Set(contentIds)) {
      const content = await readContentText(db.tx, userId, contentId);
      if (!content) throw new AppError('not-found', sourceTexts.contentGone);
      const name = content.title;
      const same = await findSame(db.tx, userId, profileId, { contentId });
      if (same) throw new AppError('conflict', sourceTexts.alreadyThere(name));
      const source = { profileId, kind: 'content', name, contentId } as const;
      added.push(await addRead(db, userId, source, content));
    }
    return added;
  });
}

interface ReadSource {
  id?: string;
  profileId: string;
  kind: 'text' | 'content' | 'file';
  name: string;
  contentId?: string;
  objectKey?: string;
  /** Bytes of its file. */
  size?: number;
}

/** A source whose text is there already; returns its id. @throws AppError `conflict` when the storage is full */
async function addRead(
  { tx, sql }: Db,
  userId: UserScope,
  { id = newId(), size = 0, ...source }: ReadSource,
  read: PageText,
): Promise<string> {
  const bytes = size + Buffer.byteLength(read.text);
  await requireRoom(sql, userId, bytes);
  const stored = { ...source, id, state: 'ready', bytes, readAt: new Date() } as const;
  await insertSource(tx, userId, stored);
  await storeOnlyPage({ tx, sql }, userId, { id, profileId: source.profileId }, read);
  return id;
}

class FileRefused extends AppError {
  constructor(name: string, reason: FileRefusal) {
    super('invalid', sourceFileRefusal(name, reason), { log: `a source was refused: ${reason}` });
  }
}

/**
 * Receives a document, detects its kind from its content, reads it, and keeps the original.
 * @throws AppError `not-found`, `invalid`, `conflict` with a sentence for the person; when too many files are waiting already
 */
export async function addFile(
  userId: UserScope,
  id: string | undefined,
  upload: { name: string; body: Readable },
  signal: AbortSignal,
): Promise<SourceView> {
  const name = cleanName(upload.name);
  await ownProfileId(prisma, userId, id);
  return inTemporary(async (directory) => {
    const input = join(directory, 'file');
    const size = await receiveFile(upload.body, input);
    if (typeof size === 'string') throw new FileRefused(name, size);
    const sniffed = await sniffFile(input, name);
    if ('refusal' in sniffed) throw new FileRefused(name, sniffed.refusal);
    if (sniffed.kind === 'image') throw new FileRefused(name, 'kind');
    // Before it is read, which takes seconds.
    if (!(await hasRoom(sql, userId, size))) {
      throw new AppError('conflict', sourceTexts.storageFull);
    }
    const file = { kind: sniffed.kind, input, output: join(directory, 'read') };
    const read = await readFileContent(file, size, { userId, signal });
    if (typeof read === 'string') throw new FileRefused(name, read);
    if ('image' in read) throw new FileRefused(name, 'kind');
    const sourceId = newId();
    const objectKey = sourceKey(userId, sourceId);
    try {
      // Objects are stored before the row that names them.
      const body = { stream: createReadStream(input), length: size };
      await (await objects()).put(objectKey, body, { type: sniffed.type });
      const [source] = await addTo(userId, id, async (db, profileId) => {
        const row = { id: sourceId, profileId, kind: 'file', name, objectKey, size } as const;
        return [await addRead(db, userId, row, { title: name, text: read.text.trim() })];
      });
      return source!;
    } catch (error) {
      await removeFiles([objectKey]);
      throw error;
    }
  });
}
