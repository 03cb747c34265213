import { rowOf, type Sql, type SqlValue } from '~/lib/db/index.server';
import { sequenceOf } from '~/engine/events/index.server';
import type { UserScope } from '~/lib/scope';

import type {
  ConversationFolder,
  ConversationGroup,
  ConversationItem,
  GroupCounts,
} from '../conversation';
import { isFiltered, type ConversationFilter } from './conversation-list';
import { ITEM_COLUMNS, type ItemRow, toItem } from '../conversation-data.server';
import { foldersOf } from '../../folders/folder-actions.server';

// The lists of `conversations`, limited to the owner and without deleted ones. SQL: they are sorted by expressions and
// found in partial indexes of expressions, which Prisma can't name.

export interface ListPosition {
  /** In milliseconds: the value that sorts the group. */
  date: number;
  id: string;
}

export interface ListQuery {
  userId: UserScope;
  group: ConversationGroup;
  filter: ConversationFilter;
}

interface Part {
  condition: string;
  /** What it is sorted by. */
  order: string;
  /** What a range of dates applies to, if that differs from the order. */
  date?: string;
}

// Word for word as in the partial indexes, which otherwise wouldn't be used.
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

type Value = (parameter: SqlValue) => string;

/** Collects values in the order in which a statement names them. */
function numbered(): { values: SqlValue[]; value: Value } {
  const values: SqlValue[] = [];
  return { values, value: (parameter) => `$${values.push(parameter)}` };
}

function folderOf(group: ConversationGroup): string | null {
  return group.startsWith('folder:') ? group.slice('folder:'.length) : null;
}

function partOf(group: ConversationGroup): Part {
  return PARTS[group.startsWith('folder:') ? 'foldered' : (group as keyof typeof PARTS)];
}

function conditionOf(
  part: Part,
  { userId, filter }: { userId: UserScope; filter: ConversationFilter },
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

/** Newest first, starting after `after`. A conversation is listed from its first message on. */
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
    `SELECT ${ITEM_COLUMNS} FROM conversations c WHERE ${condition}
      ORDER BY ${order} DESC, c.id DESC LIMIT ${value(limit)}::int`,
    values,
  );
  return rows.map(toItem);
}

/** The number of imports, and of conversations in each folder. */
export async function countGroups(
  sql: Sql,
  query: { userId: UserScope; filter: ConversationFilter },
): Promise<GroupCounts> {
  const { values, value } = numbered();
  const imports = conditionOf(PARTS.imports, query, value);
  const foldered = conditionOf(PARTS.foldered, query, value);
  const rows = await sql.query<{ folderId: string | null; count: number }>(
    `SELECT NULL::uuid AS folder_id, count(*) AS count FROM conversations c WHERE ${imports}
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

/** The parts that show their first conversations right away. */
export type OpenPart = 'pinned' | 'imports' | 'others';

export interface Beginnings {
  /** The sequence number of the newest change that is included (see engine/events). */
  seq: number;
  folders: ConversationFolder[];
  items: Record<OpenPart, ConversationItem[]>;
  counts: GroupCounts;
}

const OPEN_PARTS: readonly OpenPart[] = ['pinned', 'imports', 'others'];

interface BeginningsRow extends Record<OpenPart, ItemJson[] | null> {
  seq: number;
  folders: ConversationFolder[] | null;
  importCount: number;
  folderCounts: Record<string, number> | null;
}

/**
 * The folders, the first conversations of each open part, and the counts. One statement, so that all are of one moment: it
 * runs for every page of the chat lab and at every keystroke in the filter.
 */
export async function listBeginnings(
  sql: Sql,
  query: { userId: UserScope; filter: ConversationFilter },
  limit: number,
): Promise<Beginnings> {
  const { values, value } = numbered();
  const userId = value(query.userId);
  // The text index doesn't know the parts, so it is searched once for all of them.
  const searches = query.filter.text !== '';
  const source = searches ? 'found' : 'conversations';
  const whole = { condition: IN_LIST, order: ANY_DATE };
  const found = searches
    ? `WITH found AS MATERIALIZED (SELECT * FROM conversations c WHERE ${conditionOf(whole, query, value)})`
    : '';
  const within = (part: Part) => (searches ? part.condition : conditionOf(part, query, value));
  const beginnings = OPEN_PARTS.map(
    (name) => `(SELECT json_agg(beginning) FROM (
         SELECT ${ITEM_COLUMNS} FROM ${source} c WHERE ${within(PARTS[name])}
          ORDER BY ${PARTS[name].order} DESC, c.id DESC LIMIT ${limit}) AS beginning) AS ${name}`,
  );
  const rows = await sql.query<BeginningsRow>(
    `${found} SELECT
       ${sequenceOf(userId)} AS seq,
       (SELECT json_agg(own) FROM (${foldersOf(userId)}) AS own) AS folders,
       ${beginnings.join(', ')},
       (SELECT count(*) FROM ${source} c WHERE ${within(PARTS.imports)}) AS import_count,
       (SELECT json_object_agg(counted.folder_id, counted.count) FROM (
         SELECT c.folder_id, count(*) AS count FROM ${source} c WHERE ${within(PARTS.foldered)}
          GROUP BY c.folder_id) AS counted) AS folder_counts`,
    values,
    // With a filter, PostgreSQL must see the values to choose the short way.
    { prepared: !isFiltered(query.filter) },
  );
  const { seq, folders, importCount, folderCounts, ...parts } = rows[0]!;
  return {
    seq,
    folders: folders ?? [],
    items: {
      pinned: (parts.pinned ?? []).map(itemOfJson),
      imports: (parts.imports ?? []).map(itemOfJson),
      others: (parts.others ?? []).map(itemOfJson),
    },
    counts: { imports: Number(importCount), folders: folderCounts ?? {} },
  };
}

/** A row in JSON from PostgreSQL: its keys are columns, its dates strings. */
type ItemJson = Readonly<Record<string, unknown>>;

type InJson<Row> = {
  [Key in keyof Row]: Row[Key] extends Date
    ? string
    : Row[Key] extends Date | null
      ? string | null
      : Row[Key];
};

function itemOfJson(json: ItemJson): ConversationItem {
  const row = rowOf(json) as InJson<ItemRow>;
  const { lastUpdated, originalCreationDate, pinnedAt, archivedAt } = row;
  return toItem({
    ...row,
    lastUpdated: new Date(lastUpdated),
    originalCreationDate: dateOf(originalCreationDate),
    pinnedAt: dateOf(pinnedAt),
    archivedAt: dateOf(archivedAt),
  });
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
