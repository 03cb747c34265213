import type { Sql, SqlValue } from '~/lib/db/index.server';

import type { ConversationGroup, ConversationItem, GroupCounts } from './conversation';
import type { ConversationFilter } from './conversation-filter';
import { ITEM, toItem, type ItemRow } from './conversation-rows.server';

// The lists of `conversations`. The owner is part of every condition, and a deleted one is there for nobody.

export interface ListPosition {
  /** Milliseconds of what the group is sorted by. */
  date: number;
  id: string;
}

export interface ListQuery {
  userId: string;
  group: ConversationGroup;
  filter: ConversationFilter;
}

interface Part {
  condition: string;
  /** What it is sorted by. */
  order: string;
  /** What a range of dates is about, where that is something else. */
  date?: string;
}

// Word for word as in the partial indexes, which else would not be used.
const LISTED = `c.last_message <> '' AND c.deleted_at IS NULL`;
const IN_LIST = `${LISTED} AND c.archived_at IS NULL`;
const NOT_PINNED = `${IN_LIST} AND c.pinned_at IS NULL`;
const IMPORT_DATE = 'coalesce(c.original_creation_date, c.last_updated)';
const ANY_DATE = `CASE WHEN left(c.title, 9) = '[ChatGPT]' THEN ${IMPORT_DATE} ELSE c.last_updated END`;

const PARTS = {
  pinned: {
    condition: `${IN_LIST} AND c.pinned_at IS NOT NULL`,
    order: 'c.pinned_at',
    date: ANY_DATE,
  },
  imports: {
    condition: `${NOT_PINNED} AND c.folder_id IS NULL AND left(c.title, 9) = '[ChatGPT]'`,
    order: IMPORT_DATE,
  },
  others: {
    condition: `${NOT_PINNED} AND c.folder_id IS NULL AND left(c.title, 9) <> '[ChatGPT]'`,
    order: 'c.last_updated',
  },
  archived: { condition: `${LISTED} AND c.archived_at IS NOT NULL`, order: ANY_DATE },
  foldered: { condition: `${NOT_PINNED} AND c.folder_id IS NOT NULL`, order: ANY_DATE },
} satisfies Record<string, Part>;

type Value = (given: SqlValue) => string;

/** Values in the order in which a statement names them. */
function numbered(): { values: SqlValue[]; value: Value } {
  const values: SqlValue[] = [];
  return { values, value: (given) => `$${values.push(given)}` };
}

function folderOf(group: ConversationGroup): string | null {
  return group.startsWith('folder:') ? group.slice('folder:'.length) : null;
}

function partOf(group: ConversationGroup): Part {
  return PARTS[group.startsWith('folder:') ? 'foldered' : (group as keyof typeof PARTS)];
}

function conditionOf(
  part: Part,
  { userId, filter }: { userId: string; filter: ConversationFilter },
  value: Value,
): string {
  const { condition, order, date = order } = part;
  const parts = [`c.user_id = ${value(userId)}::uuid`, condition];
  if (filter.text !== '') {
    const pattern = `%${filter.text.replace(/[\\%_]/g, '\\$&')}%`;
    parts.push(`lower(c.title || E'\\n' || c.last_message) LIKE lower(${value(pattern)})`);
  }
  if (filter.range) {
    parts.push(`${date} >= ${value(new Date(filter.range.from))}::timestamptz`);
    parts.push(`${date} <= ${value(new Date(filter.range.to))}::timestamptz`);
  }
  return parts.join(' AND ');
}

/** Newest first, from `after` on; conversations without a message are not there (design §1). */
export async function listConversations(
  sql: Sql,
  query: ListQuery,
  after: ListPosition | null,
  limit: number,
): Promise<ConversationItem[]> {
  const { values, value } = numbered();
  const part = partOf(query.group);
  const { order } = part;
  const folderId = folderOf(query.group);
  let condition = conditionOf(part, query, value);
  if (folderId !== null) condition += ` AND c.folder_id = ${value(folderId)}::uuid`;
  if (after) {
    const place = `(${value(new Date(after.date))}::timestamptz, ${value(after.id)}::uuid)`;
    condition += ` AND (${order}, c.id) < ${place}`;
  }
  const rows = await sql.query<ItemRow>(
    `SELECT ${ITEM} FROM conversations c WHERE ${condition}
      ORDER BY ${order} DESC, c.id DESC LIMIT ${value(limit)}::int`,
    values,
  );
  return rows.map(toItem);
}

/** How many imports there are, and how many conversations in each folder. */
export async function countGroups(
  sql: Sql,
  query: { userId: string; filter: ConversationFilter },
): Promise<GroupCounts> {
  const { values, value } = numbered();
  const imports = conditionOf(PARTS.imports, query, value);
  const foldered = conditionOf(PARTS.foldered, query, value);
  const rows = await sql.query<{ folderId: string | null; count: number }>(
    `SELECT NULL::uuid AS "folderId", count(*) AS count FROM conversations c WHERE ${imports}
      UNION ALL
     SELECT c.folder_id, count(*) FROM conversations c WHERE ${foldered} GROUP BY c.folder_id`,
    values,
  );
  const counts: GroupCounts = { imports: 0, folders: {} };
  for (const { folderId, count } of rows) {
    if (folderId === null) counts.imports = Number(count);
    else counts.folders[folderId] = Number(count);
  }
  return counts;
}

/** The parts that a search shows at once. */
export type SearchedPart = 'pinned' | 'imports' | 'others';

export interface Searched {
  items: Record<SearchedPart, ConversationItem[]>;
  counts: GroupCounts;
}

/**
 * How each part begins for a text, and the counts: the index of texts, which knows nothing of the parts, is gone through
 * once for all of them.
 */
export async function searchParts(
  sql: Sql,
  query: { userId: string; filter: ConversationFilter },
  limit: number,
): Promise<Searched> {
  const { values, value } = numbered();
  const found = conditionOf({ condition: IN_LIST, order: ANY_DATE }, query, value);
  const rows = await sql.query<
    ItemRow & { part: SearchedPart | 'foldered'; place: number; count: number }
  >(
    `WITH found AS MATERIALIZED (
       SELECT ${ITEM}, CASE WHEN c.pinned_at IS NOT NULL THEN 'pinned' WHEN c.folder_id IS NOT NULL THEN 'foldered'
                            WHEN left(c.title, 9) = '[ChatGPT]' THEN 'imports' ELSE 'others' END AS part,
              CASE WHEN c.pinned_at IS NOT NULL THEN c.pinned_at ELSE ${ANY_DATE} END AS position
         FROM conversations c WHERE ${found}),
     placed AS (
       SELECT *, row_number() OVER (PARTITION BY part, folder ORDER BY position DESC, id DESC) AS place,
              count(*) OVER (PARTITION BY part, folder) AS count
         FROM (SELECT *, CASE WHEN part = 'foldered' THEN "folderId" END AS folder FROM found) AS parted)
     SELECT * FROM placed WHERE place <= CASE WHEN part = 'foldered' THEN 1 ELSE ${value(limit)}::int END
      ORDER BY part, place`,
    values,
  );
  const items: Searched['items'] = { pinned: [], imports: [], others: [] };
  const counts: GroupCounts = { imports: 0, folders: {} };
  for (const row of rows) {
    if (row.part === 'foldered') counts.folders[row.folderId ?? ''] = Number(row.count);
    else items[row.part].push(toItem(row));
    if (row.part === 'imports') counts.imports = Number(row.count);
  }
  return { items, counts };
}
