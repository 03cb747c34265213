import { createHash } from 'node:crypto';

import { hasRoom, lockStorage } from '~/engine/user-data/index.server';
import { type PrismaTx, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { indexPage } from '../../chunks/index-page.server';
import { insertPages, type PageRow, updatePage } from '../page-data.server';
import { sourceTexts } from '../texts';

interface OfSource {
  id: string;
  profileId: string;
}

export interface PageText {
  title: string;
  text: string;
}

export function hashOf({ title, text }: PageText): string {
  return createHash('sha256').update(`${title}\n${text}`).digest('hex');
}

/**
 * Gives a page its text, and returns by how many bytes the source grew. A text that is unchanged isn't indexed again.
 * @throws AppError `conflict` when the storage is full
 */
export async function storeText(
  db: { tx: PrismaTx; sql: Sql },
  userId: UserScope,
  source: OfSource,
  page: Pick<PageRow, 'id' | 'hash' | 'bytes'>,
  read: PageText,
): Promise<number> {
  const { tx } = db;
  const hash = hashOf(read);
  if (hash === page.hash) return 0;
  const bytes = Buffer.byteLength(read.text);
  await requireRoom(db.sql, userId, bytes - page.bytes);
  await updatePage(tx, userId, page.id, { title: read.title, hash, bytes });
  await indexPage(tx, userId, pageOf(source, page.id), read.text);
  return bytes - page.bytes;
}

/** The same for the only page of a new source; returns the bytes of its text. @throws AppError `conflict` */
export async function storeOnlyPage(
  db: { tx: PrismaTx; sql: Sql },
  userId: UserScope,
  source: OfSource,
  read: PageText,
): Promise<void> {
  const id = newId();
  const bytes = Buffer.byteLength(read.text);
  const page = { id, address: '', position: 0, depth: 0, title: read.title, hash: hashOf(read) };
  await insertPages(db.tx, userId, source.id, [
    { ...page, bytes, readAt: new Date(), foundIn: 1, doneIn: 1 },
  ]);
  await indexPage(db.tx, userId, pageOf(source, id), read.text);
}

/** Removes the text of a page that has none any more, and returns by how many bytes the source shrank. */
export async function removeText(
  tx: PrismaTx,
  userId: UserScope,
  source: OfSource,
  page: Pick<PageRow, 'id' | 'hash' | 'bytes'>,
): Promise<number> {
  if (page.hash === '') return 0;
  await updatePage(tx, userId, page.id, { hash: '', bytes: 0, etag: '', modified: '', links: [] });
  await indexPage(tx, userId, pageOf(source, page.id), '');
  return page.bytes;
}

/** @throws AppError `conflict` when there is no room for so many bytes more */
export async function requireRoom(sql: Sql, userId: UserScope, bytes: number): Promise<void> {
  if (bytes <= 0) return;
  await lockStorage(sql, userId);
  if (!(await hasRoom(sql, userId, bytes))) throw new AppError('conflict', sourceTexts.storageFull);
}

function pageOf(source: OfSource, id: string) {
  return { id, sourceId: source.id, profileId: source.profileId };
}
