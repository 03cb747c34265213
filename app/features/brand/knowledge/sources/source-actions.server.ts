import { publish } from '~/engine/events/index.server';
import { enqueue } from '~/engine/queue/index.server';
import { prisma, prismaTransaction, sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { cleanSourceName, cleanPasted } from './clean-source';
import { type ContentChoice, searchContents } from './content-reader.server';
import { ownProfileId, ownSource, type SourceAddress } from './own-source.server';
import {
  findOnlyPage,
  findStartAgain,
  listPages,
  openPage,
  type PageSelection,
  readTexts,
} from './page-data.server';
import {
  canResync,
  type EditedText,
  MAX_SOURCES,
  type OpenSource,
  type SourcePages,
  type SourceState,
  type SourceView,
} from './source';
import {
  changeSource,
  countSources,
  deletion,
  listSources,
  lockSources,
  requestSync,
  viewSources,
} from './source-data.server';
import { publishSource } from './source-events.server';
import { sourceTexts } from './texts';
import { heldSources } from './reading/held-sources.server';
import { readSource } from './reading/read-source.server';
import { storeText } from './reading/store-page.server';

/** A profile's sources, newest first. @throws AppError `not-found` */
export async function readSources(
  userId: UserScope,
  id: string | undefined,
): Promise<{ items: SourceView[] }> {
  const profileId = await ownProfileId(prisma, userId, id);
  const rows = await listSources(prisma, userId, profileId);
  return { items: await viewSources(sql, userId, rows) };
}

const MAX_SEARCH = 200;

/** Saved contents that could be a source. @throws AppError `not-found` */
export async function findContents(
  userId: UserScope,
  id: string | undefined,
  text: string,
): Promise<{ items: ContentChoice[] }> {
  await ownProfileId(prisma, userId, id);
  return { items: await searchContents(userId, text.slice(0, MAX_SEARCH).trim()) };
}

/** A source with some of its pages. @throws AppError `not-found` */
export async function readSourcePages(
  userId: UserScope,
  address: SourceAddress,
  selection: PageSelection,
): Promise<{ source: SourceView; pages: SourcePages }> {
  const row = await ownSource(prisma, userId, address);
  const [[source], pages] = await Promise.all([
    viewSources(sql, userId, [row]),
    listPages(prisma, userId, row.id, selection),
  ]);
  return { source: source!, pages };
}

/** What the page of a source shows: its first pages, and the text of one of them. @throws AppError `not-found` */
export async function openSource(
  userId: UserScope,
  address: SourceAddress,
  wanted: { chunk: string | null; page: string | null },
): Promise<OpenSource> {
  const { source, pages } = await readSourcePages(userId, address, { after: -1 });
  const idIn = (value: string | null) => (isId(value ?? undefined) ? value : null);
  const place = { chunkId: idIn(wanted.chunk), pageId: idIn(wanted.page) };
  return { source, pages, page: await openPage(prisma, userId, source.id, place) };
}

export interface SourceChange {
  name?: string;
  /** The text that was pasted, and the version of it that the person changed. */
  pasted?: { text: string; version: string };
}

/**
 * Changes the name of a source, or the text that was pasted. Nothing is changed, and `there` is what it says now, if that
 * isn't the version that the person saw. @throws AppError `not-found`, `invalid`, `conflict`
 */
export async function changeOwnSource(
  userId: UserScope,
  address: SourceAddress,
  { name: typedName, pasted }: SourceChange,
): Promise<{ source: SourceView; there: EditedText | null }> {
  const name = typedName === undefined ? undefined : cleanSourceName(typedName);
  const text = pasted && cleanPasted(pasted.text);
  return prismaTransaction(async (tx, sql) => {
    await lockSources(sql, userId);
    const row = await ownSource(tx, userId, address);
    const states: SourceState[] = ['waiting', 'reading', 'ready', 'paused', 'failed'];
    if (text !== undefined) {
      if (row.kind !== 'text') throw new AppError('invalid', sourceTexts.notText);
      const page = await findOnlyPage(tx, userId, row.id);
      if (!page) throw new AppError('not-found', sourceTexts.gone);
      if (page.hash !== pasted?.version) {
        const [source] = await viewSources(sql, userId, [row]);
        const there = (await readTexts(tx, userId, [page.id])).get(page.id) ?? '';
        return { source: source!, there: { name: row.name, text: there, version: page.hash } };
      }
      const read = { title: name ?? row.name, text };
      const more = await storeText({ tx, sql }, userId, row, page, read);
      const change = { bytes: { increment: more }, readAt: new Date() };
      await changeSource(tx, userId, row.id, states, change);
    }
    if (name !== undefined) await changeSource(tx, userId, row.id, states, { name });
    return { source: (await publishSource(tx, sql, userId, row.id))!, there: null };
  });
}

/** Reads a source again. @throws AppError `not-found`, `conflict` */
export async function resyncSource(userId: UserScope, address: SourceAddress): Promise<SourceView> {
  return prismaTransaction(async (tx, sql) => {
    const row = await ownSource(tx, userId, address);
    if (row.kind === 'text') throw new AppError('conflict', sourceTexts.notText);
    if (!canResync(row) || !(await requestSync(tx, userId, row.id))) {
      throw new AppError('conflict', sourceTexts.busy);
    }
    if (!(await findStartAgain(tx, userId, row.id, row.round + 1)) && row.kind === 'website') {
      throw new AppError('conflict', sourceTexts.startGone);
    }
    await enqueue(readSource, { sourceId: row.id }, sql);
    return (await publishSource(tx, sql, userId, row.id))!;
  });
}

/** Stops reading a website until the person wants it to go on. @throws AppError `not-found`, `conflict` */
export async function pauseSource(userId: UserScope, address: SourceAddress): Promise<SourceView> {
  const source = await prismaTransaction(async (tx, sql) => {
    const row = await ownSource(tx, userId, address);
    const from = ['waiting', 'reading'] as const;
    if (!(await changeSource(tx, userId, row.id, from, { state: 'paused' }))) {
      throw new AppError('conflict', sourceTexts.cantPause);
    }
    return (await publishSource(tx, sql, userId, row.id))!;
  });
  // Another process stops at its next write.
  void heldSources.cut(source.id, 'lost');
  return source;
}

/** Continues where reading was paused. @throws AppError `not-found`, `conflict` */
export async function resumeSource(userId: UserScope, address: SourceAddress): Promise<SourceView> {
  return prismaTransaction(async (tx, sql) => {
    const row = await ownSource(tx, userId, address);
    const change = { state: 'waiting', queuedAt: new Date(), starts: 0 } as const;
    if (!(await changeSource(tx, userId, row.id, ['paused'], change))) {
      throw new AppError('conflict', sourceTexts.notPaused);
    }
    await enqueue(readSource, { sourceId: row.id }, sql);
    return (await publishSource(tx, sql, userId, row.id))!;
  });
}

/**
 * Deletes a source, at any time. `undoSourceDeletion` can restore it until a job (purge-sources) removes it for good.
 * @throws AppError `not-found`
 */
export async function deleteSource(userId: UserScope, address: SourceAddress): Promise<void> {
  const { id, profileId } = await ownSource(prisma, userId, address);
  await transaction(async (tx) => {
    if ((await deletion.remove(tx, userId, [id])).length === 0) {
      throw new AppError('not-found', sourceTexts.gone);
    }
    await publish(tx, userId, { topic: 'source', data: { type: 'removed', profileId, id } });
  });
  void heldSources.cut(id, 'lost');
}

/** Restores a deleted source. @throws AppError `not-found` when it is too late, `conflict` when there are too many */
export async function undoSourceDeletion(
  userId: UserScope,
  { id, sourceId }: SourceAddress,
): Promise<SourceView> {
  return prismaTransaction(async (tx, sql) => {
    const profileId = await ownProfileId(tx, userId, id);
    await lockSources(sql, userId);
    if ((await countSources(tx, userId, profileId)) >= MAX_SOURCES) {
      throw new AppError('conflict', sourceTexts.tooMany);
    }
    if (!isId(sourceId)) throw new AppError('not-found', sourceTexts.gone);
    await deletion.restore(sql, userId, [sourceId]);
    // Throws if it is another profile's, and the transaction rolls back.
    const row = await ownSource(tx, userId, { id: profileId, sourceId });
    if (row.state === 'waiting' || row.state === 'reading') {
      await enqueue(readSource, { sourceId: row.id }, sql);
    }
    return (await publishSource(tx, sql, userId, row.id))!;
  });
}
