import type { PrismaTx } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { Prisma } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

import type { ChunkView, OpenSourcePage, SourcePages, SourcePageView } from './source';

// Owns `source_pages`, and reads `source_chunks`, which `indexPage` writes. The owner is part of every condition.

const VIEW = {
  id: true,
  position: true,
  address: true,
  title: true,
  problem: true,
  readAt: true,
} satisfies Prisma.SourcePageSelect;

type ViewRow = Prisma.SourcePageGetPayload<{ select: typeof VIEW }>;

function viewPage({ readAt, ...row }: ViewRow): SourcePageView {
  return { ...row, readAt: readAt?.getTime() ?? null };
}

const PAGES_AT_ONCE = 50;

/** Which pages of a source are listed: those after a position, or only those with a problem. */
export interface PageSelection {
  after: number;
  failed?: boolean;
}

export async function listPages(
  db: PrismaTx,
  userId: UserScope,
  sourceId: string,
  { after, failed = false }: PageSelection,
): Promise<SourcePages> {
  const rows = await db.sourcePage.findMany({
    where: {
      ...{ userId, sourceId, position: { gt: after } },
      ...(failed && { problem: { not: null } }),
    },
    orderBy: { position: 'asc' },
    take: PAGES_AT_ONCE + 1,
    select: VIEW,
  });
  const items = rows.slice(0, PAGES_AT_ONCE).map(viewPage);
  return { items, next: rows.length > PAGES_AT_ONCE ? (items.at(-1)?.position ?? null) : null };
}

/** The page that has this passage, the one with this id, or the first one that has a text. */
export async function openPage(
  db: PrismaTx,
  userId: UserScope,
  sourceId: string,
  wanted: { chunkId: string | null; pageId: string | null },
): Promise<OpenSourcePage | null> {
  const { chunkId, pageId } = wanted;
  const conditions: Prisma.SourcePageWhereInput[] = [
    ...(chunkId === null ? [] : [{ chunks: { some: { id: chunkId } } }]),
    ...(pageId === null ? [] : [{ id: pageId }]),
    { hash: { not: '' } },
    {},
  ];
  for (const condition of conditions) {
    const row = await db.sourcePage.findFirst({
      where: { userId, sourceId, ...condition },
      orderBy: { position: 'asc' },
      select: { ...VIEW, hash: true },
    });
    if (!row) continue;
    const { hash, ...view } = row;
    return { ...viewPage(view), version: hash, chunks: await readChunks(db, userId, row.id) };
  }
  return null;
}

function readChunks(db: PrismaTx, userId: UserScope, pageId: string): Promise<ChunkView[]> {
  return db.sourceChunk.findMany({
    where: { userId, pageId },
    orderBy: { position: 'asc' },
    select: { id: true, headings: true, content: true },
  });
}

/** The texts of pages, by their ids. */
export async function readTexts(
  db: PrismaTx,
  userId: UserScope,
  pageIds: readonly string[],
): Promise<Map<string, string>> {
  const chunks = await db.sourceChunk.findMany({
    where: { userId, pageId: { in: [...pageIds] } },
    orderBy: [{ pageId: 'asc' }, { position: 'asc' }],
    select: { pageId: true, content: true },
  });
  const parts = new Map<string, string[]>();
  for (const { pageId, content } of chunks) {
    const known = parts.get(pageId);
    if (known) known.push(content);
    else parts.set(pageId, [content]);
  }
  return new Map([...parts].map(([id, texts]) => [id, texts.join('')]));
}

/** How many pages the sources of a profile have. */
export function countProfilePages(
  db: PrismaTx,
  userId: UserScope,
  profileId: string,
): Promise<number> {
  return db.sourcePage.count({ where: { userId, source: { profileId, deletedAt: null } } });
}

const WORK = {
  id: true,
  position: true,
  address: true,
  hash: true,
  bytes: true,
  depth: true,
  foundIn: true,
  doneIn: true,
  etag: true,
  modified: true,
  links: true,
} satisfies Prisma.SourcePageSelect;

/** A page as the process that reads it needs it. */
export type PageRow = Prisma.SourcePageGetPayload<{ select: typeof WORK }>;

/** The only page of a source that isn't a website. */
export function findOnlyPage(
  db: PrismaTx,
  userId: UserScope,
  sourceId: string,
): Promise<PageRow | null> {
  return db.sourcePage.findFirst({ where: { userId, sourceId }, select: WORK });
}

/** What this sync has found and isn't done with, nearest to the start page first. */
export async function nextPages(
  db: PrismaTx,
  userId: UserScope,
  { id: sourceId, round }: { id: string; round: number },
  limit: number,
): Promise<PageRow[]> {
  return db.sourcePage.findMany({
    where: { userId, sourceId, foundIn: round, doneIn: { lt: round } },
    orderBy: [{ depth: 'asc' }, { position: 'asc' }],
    take: limit,
    select: WORK,
  });
}

export type KnownPage = Pick<PageRow, 'id' | 'address' | 'position' | 'foundIn' | 'depth'>;

/** All pages of a source, without their texts. */
export function knownPages(
  db: PrismaTx,
  userId: UserScope,
  sourceId: string,
): Promise<KnownPage[]> {
  return db.sourcePage.findMany({
    where: { userId, sourceId },
    select: { id: true, address: true, position: true, foundIn: true, depth: true },
  });
}

export type NewPage = Pick<
  Prisma.SourcePageUncheckedCreateInput,
  'address' | 'position' | 'depth' | 'foundIn' | 'title' | 'hash' | 'bytes' | 'readAt' | 'doneIn'
> & { id?: string };

export async function insertPages(
  tx: PrismaTx,
  userId: UserScope,
  sourceId: string,
  pages: readonly NewPage[],
): Promise<void> {
  const data = pages.map((page) => ({ id: newId(), userId, sourceId, ...page }));
  if (data.length > 0) await tx.sourcePage.createMany({ data });
}

/** Notes that this sync has found pages that were there before. */
export async function markFound(
  tx: PrismaTx,
  userId: UserScope,
  ids: readonly string[],
  { foundIn, depth }: { foundIn: number; depth: number },
): Promise<void> {
  if (ids.length === 0) return;
  await tx.sourcePage.updateMany({
    where: { userId, id: { in: [...ids] } },
    data: { foundIn, depth },
  });
}

export async function updatePage(
  tx: PrismaTx,
  userId: UserScope,
  id: string,
  data: Prisma.SourcePageUncheckedUpdateManyInput,
): Promise<void> {
  await tx.sourcePage.updateMany({ where: { id, userId }, data });
}

/**
 * Removes what this sync hasn't found again, and what it found without ever reading it; returns the bytes of the texts
 * that are gone with it.
 */
export async function removeGone(
  tx: PrismaTx,
  userId: UserScope,
  { id: sourceId, round }: { id: string; round: number },
): Promise<number> {
  const where: Prisma.SourcePageWhereInput = {
    ...{ userId, sourceId },
    depth: { gt: 0 },
    OR: [{ foundIn: { lt: round } }, { doneIn: { lt: round }, readAt: null }],
  };
  const { _sum } = await tx.sourcePage.aggregate({ where, _sum: { bytes: true } });
  await tx.sourcePage.deleteMany({ where });
  return _sum.bytes ?? 0;
}

/** Removes what a sync found and never came to. */
export async function removeUnread(
  tx: PrismaTx,
  userId: UserScope,
  sourceId: string,
): Promise<void> {
  const where = { userId, sourceId, depth: { gt: 0 }, readAt: null, problem: null };
  await tx.sourcePage.deleteMany({ where });
}

/** Makes room for a page at this address; returns the bytes of the text that was there. */
export async function removeAt(
  tx: PrismaTx,
  userId: UserScope,
  sourceId: string,
  address: string,
): Promise<number> {
  const where = { userId, sourceId, address, depth: { gt: 0 } };
  const { _sum } = await tx.sourcePage.aggregate({ where, _sum: { bytes: true } });
  await tx.sourcePage.deleteMany({ where });
  return _sum.bytes ?? 0;
}

/** Begins a sync with the start page; false when there is none, which only a damaged archive brings about. */
export async function findStartAgain(
  tx: PrismaTx,
  userId: UserScope,
  sourceId: string,
  round: number,
): Promise<boolean> {
  const { count } = await tx.sourcePage.updateMany({
    where: { userId, sourceId, depth: 0 },
    data: { foundIn: round },
  });
  return count > 0;
}

/** The bytes of all texts of a user's sources. */
export async function sumBytes(db: PrismaTx, userId: UserScope): Promise<number> {
  const { _sum } = await db.sourcePage.aggregate({ where: { userId }, _sum: { bytes: true } });
  return _sum.bytes ?? 0;
}

/** Removes some of a user's passages; false when there were none. */
export async function removeSomeChunks(
  db: PrismaTx,
  userId: UserScope,
  limit: number,
): Promise<boolean> {
  const { count } = await db.sourceChunk.deleteMany({ where: { userId }, limit });
  return count > 0;
}
