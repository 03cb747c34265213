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
/** There may be many folders, and few of them are open. */
const FOLDER_PAGE_SIZE = 10;
const MAX_RECENT = 8;
const MAX_SEARCH = 200;

/** The first page of each category and folder of a user. */
export async function savedOverview(userId: UserScope): Promise<ContentOverview> {
  // The number first: a change between the reads is then told again instead of missed.
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
 * A page of a place, or of what a search finds, newest first. `cursor` is the one of the page before.
 * @throws AppError `invalid` for a cursor that no page gave.
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

/** What was written last, for the wizard's page. */
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
  /** Null: how the sidebar begins. */
  selection: table.ContentSelection | null;
  cursor: string | null;
}

/** @throws AppError `invalid` */
export function parseSavedRequest(search: URLSearchParams): SavedRequest {
  const parsed = query.safeParse(Object.fromEntries(search));
  if (!parsed.success) throw new AppError('invalid', 'This search could not be read.');
  const { q, category, folder, cursor = null } = parsed.data;
  // One line, as the field is; Postgres takes neither NUL nor half a character.
  const text = (q ?? '')
    .replace(/[\0\r\n]+/g, ' ')
    .trim()
    .toWellFormed();
  if (text !== '') return { selection: { text }, cursor };
  if (category) return { selection: { category, folderId: folder ?? null }, cursor };
  return { selection: null, cursor: null };
}

/** A page out of what was asked for with one more than it takes. */
export function pageOf<Item extends { id: string; createdAt: number }>(
  found: Item[],
  size: number,
): { items: Item[]; cursor: string | null } {
  const items = found.slice(0, size);
  const last = items.at(-1);
  const more = found.length > size && last;
  return { items, cursor: more ? listCursor({ date: last.createdAt, id: last.id }) : null };
}
