import { z } from 'zod';

import { currentSequence } from '~/engine/events/index.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { listCursor, parseListCursor } from '~/lib/list-cursor';
import type { UserScope } from '~/lib/scope';

import { CATEGORIES, CATEGORY_IDS } from '../../formats/categories';
import {
  type ContentFolder,
  type ContentItem,
  type ContentOverview,
  type ContentPage,
  placeKey,
} from '../content/content';
import * as table from '../content/content-data.server';
import { listFolders } from '../folders/folder-data.server';

const PAGE_SIZE = 20;
/** Smaller, because there may be many folders, few of which are open. */
const FOLDER_PAGE_SIZE = 10;
const MAX_RECENT = 8;
const MAX_SEARCH = 200;

/** The first page of each of the user's categories and folders. */
export async function savedOverview(userId: UserScope): Promise<ContentOverview> {
  // The sequence number comes first, so that a change between the reads arrives again instead of being missed.
  const seq = await currentSequence(sql, userId);
  const [folders, own, filed] = await Promise.all([
    listFolders(sql, userId),
    table.listCategories(sql, userId, PAGE_SIZE + 1),
    table.listFolderContents(sql, userId, FOLDER_PAGE_SIZE + 1),
  ]);
  const byPlace = Map.groupBy([...own, ...filed], placeKey);
  const page = (key: string, size: number) => [key, pageOf(byPlace.get(key) ?? [], size)] as const;
  return {
    folders,
    pages: Object.fromEntries([
      ...CATEGORIES.map(({ id }) => page(id, PAGE_SIZE)),
      ...folders.map(({ id }) => page(id, FOLDER_PAGE_SIZE)),
    ]),
    seq,
  };
}

/**
 * A page of a place or of search results, newest first. `cursor` comes from the previous page.
 * @throws AppError `invalid` for a malformed cursor
 */
export async function listSaved(
  userId: UserScope,
  selection: table.ContentSelection,
  cursor: string | null,
): Promise<ContentPage> {
  const after = cursor === null ? null : parseListCursor(cursor);
  const found = await table.listContents(sql, userId, selection, after, PAGE_SIZE + 1);
  return pageOf(found, PAGE_SIZE);
}

export function readFolders(userId: UserScope): Promise<ContentFolder[]> {
  return listFolders(sql, userId);
}

/** The contents that were edited last, for the wizard's page. */
export function recentContents(userId: UserScope): Promise<ContentItem[]> {
  return table.listRecent(userId, MAX_RECENT);
}

const query = z.object({
  q: z.string().max(MAX_SEARCH).optional(),
  category: z.enum(CATEGORY_IDS).optional(),
  folder: z.uuid().optional(),
  cursor: z.string().optional(),
});

export interface SavedRequest {
  /** Null for the sidebar's overview. */
  selection: table.ContentSelection | null;
  cursor: string | null;
}

/** @throws AppError `invalid` */
export function parseSavedRequest(search: URLSearchParams): SavedRequest {
  const parsed = query.safeParse(Object.fromEntries(search));
  if (!parsed.success) throw new AppError('invalid', 'We couldn’t read this search.');
  const { q, category, folder, cursor = null } = parsed.data;
  // One line, as in the search field. PostgreSQL rejects NULs and lone surrogates.
  const text = (q ?? '')
    .replace(/[\0\r\n]+/g, ' ')
    .trim()
    .toWellFormed();
  if (text !== '') return { selection: { text }, cursor };
  if (category) return { selection: { category, folderId: folder ?? null }, cursor };
  return { selection: null, cursor: null };
}

/** Makes a page from a list that was read with one more item than the page holds. */
export function pageOf<Item extends { id: string; createdAt: number }>(
  found: Item[],
  size: number,
): { items: Item[]; cursor: string | null } {
  const items = found.slice(0, size);
  const last = items.at(-1);
  const more = found.length > size && last;
  return { items, cursor: more ? listCursor({ date: last.createdAt, id: last.id }) : null };
}
