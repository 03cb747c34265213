import { prisma, type PrismaTx, type Sql } from '~/lib/db/index.server';
import type { Message, Prisma } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

import { filesOf } from './message-data.server';
import type { MessageFields, OverflowField } from './overflow';

// What of `messages` stands in objects, and what is to leave its row for one.

/** The whole text is in the row again, where more is put behind it. SQL: within what continues and ends answers. */
export async function moveContentIn(
  tx: Sql,
  userId: UserScope,
  id: string,
  content: string,
): Promise<void> {
  await tx.query(
    `UPDATE messages SET content = $3, content_overflow = false, content_url = NULL
      WHERE id = $1::uuid AND user_id = $2::uuid`,
    [id, userId, content],
  );
}

/** Where the row says that a field is not whole, and which object has it. */
const OBJECT_OF = {
  content: ['contentOverflow', 'contentUrl'],
  context: ['contextOverflow', 'contextUrl'],
  files: ['filesOverflow', 'filesUrl'],
  fullContentUrls: ['fullContentUrlsOverflow', 'fullContentUrlsStorageUrl'],
} as const satisfies Record<OverflowField, readonly [keyof Message, keyof Message]>;

export type StoredFields = MessageFields & {
  conversationId: string;
  overflowed: Record<OverflowField, boolean>;
};

/** What of a message may have to leave its row. */
export async function readFields(userId: UserScope, id: string): Promise<StoredFields | null> {
  const row = await prisma.message.findFirst({
    where: { id, userId },
    select: {
      conversationId: true,
      content: true,
      context: true,
      files: true,
      fullContentUrls: true,
      contentOverflow: true,
      contextOverflow: true,
      filesOverflow: true,
      fullContentUrlsOverflow: true,
    },
  });
  if (!row) return null;
  const { conversationId, content, context } = row;
  return {
    conversationId,
    content,
    context,
    files: filesOf(row),
    fullContentUrls: row.fullContentUrls as string[],
    overflowed: {
      content: row.contentOverflow,
      context: row.contextOverflow,
      files: row.filesOverflow,
      fullContentUrls: row.fullContentUrlsOverflow,
    },
  };
}

export interface MovedOut {
  userId: UserScope;
  id: string;
  /** What the row keeps. */
  kept: Partial<MessageFields>;
  /** The object that has the whole, for each field that leaves. */
  keys: Partial<Record<OverflowField, string>>;
  /** In UTF-16 units, as it was when the objects were written. */
  contentLength: number;
}

/** False when the message has changed since it was read, or is gone. */
export async function moveFieldsOut(tx: PrismaTx, moved: MovedOut): Promise<boolean> {
  const { userId, id, kept, keys } = moved;
  const leaving = Object.entries(keys) as [OverflowField, string][];
  const now = await tx.message.findFirst({
    where: {
      id,
      userId,
      ...Object.fromEntries(leaving.map(([field]) => [OBJECT_OF[field][0], false])),
    },
    select: { content: true },
  });
  // Content only ever grows.
  if (!now || now.content.length !== moved.contentLength) return false;
  await tx.message.updateMany({
    where: { id, userId },
    data: Object.fromEntries(
      leaving.flatMap(([field, key]) => {
        const [overflow, url] = OBJECT_OF[field];
        return [
          [field, kept[field]],
          [overflow, true],
          [url, key],
        ];
      }),
    ),
  });
  return true;
}

/** Messages that are too large for their rows still. Of whomever: a job looks after all. SQL: lengths of texts and lists. */
export function findToMoveOut(
  sql: Sql,
  limit: number,
): Promise<{ id: string; userId: UserScope }[]> {
  return sql.query(
    // Word for word as in the partial index.
    `SELECT m.id, m.user_id FROM messages m
      WHERE ((char_length(m.content) > 500000 AND NOT m.content_overflow)
          OR (char_length(m.context) > 500000 AND NOT m.context_overflow)
          OR jsonb_array_length(m.files) > 5
          OR jsonb_array_length(m.full_content_urls) > 10)
        AND NOT EXISTS (
          SELECT 1 FROM generations g WHERE g.id = m.id AND g.state IN ('queued', 'streaming')
        )
        AND EXISTS (
          SELECT 1 FROM conversations c WHERE c.id = m.conversation_id AND c.deleted_at IS NULL
        )
      ORDER BY m.id LIMIT $1::int`,
    [limit],
  );
}

const KEYS = {
  contentUrl: true,
  contextUrl: true,
  filesUrl: true,
  fullContentUrlsStorageUrl: true,
} satisfies Prisma.MessageSelect;

/** The objects that these messages name, of whomever: for jobs. */
export async function readObjectKeys(ids: readonly string[]): Promise<string[]> {
  // A version of a message names the objects of the first, which stand below its id.
  const rows = await prisma.message.findMany({ where: { id: { in: [...ids] } }, select: KEYS });
  return rows.flatMap((row) => Object.values(row).filter((key) => key !== null));
}

/** The same of all messages of these conversations. SQL: in the transaction that removes them. */
export async function readConversationObjectKeys(
  tx: Sql,
  conversationIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ key: string }>(
    `SELECT unnest(array_remove(
              ARRAY[content_url, context_url, files_url, full_content_urls_storage_url], NULL)) AS key
       FROM messages WHERE conversation_id = ANY($1::uuid[])`,
    [conversationIds],
  );
  return rows.map(({ key }) => key);
}
