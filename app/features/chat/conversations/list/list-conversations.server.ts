import { z } from 'zod';

import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { listCursor, parseListCursor } from '~/lib/list-cursor';
import type { UserScope } from '~/lib/scope';

import type {
  ConversationGroup,
  ConversationItem,
  ConversationOverview,
  ConversationPage,
  FolderGroup,
  GroupCounts,
} from '../conversation';
import { listedAt, type ConversationFilter } from './conversation-list';
import {
  countGroups,
  listBeginnings,
  listConversations,
  type ListQuery,
} from './conversation-lists.server';
import { hasFolder } from '../../folders/folder-actions.server';
import { chatRefusals } from '../../refusals';

const PAGE_SIZE = 50;
const MAX_FILTER_TEXT = 200;
/** The range of times that both PostgreSQL and Date can hold, from the year 1 on. */
const EARLIEST_MS = -62_135_596_800_000;
const LATEST_MS = 8.64e15;

const FOLDER = 'folder:';

/** The start of a user's list, narrowed by the filter. */
export async function listOverview(
  userId: UserScope,
  filter: ConversationFilter,
): Promise<ConversationOverview> {
  const { seq, folders, items, counts } = await listBeginnings(
    sql,
    { userId, filter },
    PAGE_SIZE + 1,
  );
  return {
    pinned: pageOf(items.pinned, 'pinned'),
    folders: folders.map((folder) => ({ ...folder, count: counts.folders[folder.id] ?? 0 })),
    imports: { ...pageOf(items.imports, 'imports'), count: counts.imports },
    others: pageOf(items.others, 'others'),
    seq,
  };
}

/**
 * The start of the list, narrowed by `?q=&from=&to=`; with `&group=&cursor=`, a page of a group.
 * @throws AppError `invalid`, `not-found`
 */
export function readList(
  userId: UserScope,
  search: URLSearchParams,
): Promise<ConversationOverview | ConversationPage> {
  const { filter, page } = parseListRequest(search);
  if (!page) return listOverview(userId, filter);
  return listPage({ userId, group: page.group, filter }, page.cursor);
}

/** The counts of the parts that may be closed, narrowed by the filter. */
export function listCounts(userId: UserScope, filter: ConversationFilter): Promise<GroupCounts> {
  return countGroups(sql, { userId, filter });
}

/**
 * A page of a group, newest first. `cursor` comes from the previous page.
 * @throws AppError `invalid` for a forged cursor, `not-found` for a folder that isn't this user's.
 */
export async function listPage(query: ListQuery, cursor: string | null): Promise<ConversationPage> {
  const after = cursor === null ? null : parseListCursor(cursor);
  const folderId = folderIn(query.group);
  if (folderId !== null && !(await hasFolder(query.userId, folderId))) {
    throw new AppError('not-found', chatRefusals.folderGone);
  }
  const items = await listConversations(sql, query, after, PAGE_SIZE + 1);
  return pageOf(items, query.group);
}

/** Takes one more row than a page holds if there are more. */
function pageOf(items: ConversationItem[], group: ConversationGroup): ConversationPage {
  const page = items.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  const more = items.length > PAGE_SIZE && last;
  return {
    items: page,
    cursor: more ? listCursor({ date: positionOf(last, group), id: last.id }) : null,
  };
}

function positionOf(item: ConversationItem, group: ConversationGroup): number {
  return group === 'pinned' ? (item.pinnedAt ?? 0) : listedAt(item);
}

function folderIn(group: ConversationGroup): string | null {
  return group.startsWith(FOLDER) ? group.slice(FOLDER.length) : null;
}

const instant = z.coerce.number().int().min(EARLIEST_MS).max(LATEST_MS);
const range = z.object({ from: instant, to: instant });

const query = z.object({
  q: z.string().max(MAX_FILTER_TEXT).default(''),
  group: z
    .union([
      z.enum(['pinned', 'imports', 'others', 'archived']),
      z.custom<FolderGroup>((text) => {
        const [kind, id, ...rest] = String(text).split(':');
        return kind === 'folder' && isId(id) && rest.length === 0;
      }),
    ])
    .optional(),
  cursor: z.string().optional(),
});

export interface ListRequest {
  filter: ConversationFilter;
  /** A page of a group, the first one without a cursor; null for the start of the whole list. */
  page: { group: ListQuery['group']; cursor: string | null } | null;
}

/** @throws AppError `invalid` */
export function parseListRequest(search: URLSearchParams): ListRequest {
  const params = Object.fromEntries(search);
  const parsed = query.safeParse(params);
  const dates = 'from' in params || 'to' in params ? range.safeParse(params) : null;
  if (!parsed.success || dates?.success === false) {
    throw new AppError('invalid', 'We couldn’t read this search. Change it and try again.');
  }
  const { q, group, cursor } = parsed.data;
  return {
    // One line, like the field. Strip NULs and lone surrogates: PostgreSQL rejects them.
    filter: {
      text: q
        .replace(/[\0\r\n]+/g, ' ')
        .trim()
        .toWellFormed(),
      range: dates?.data ?? null,
    },
    page: group ? { group, cursor: cursor ?? null } : null,
  };
}
