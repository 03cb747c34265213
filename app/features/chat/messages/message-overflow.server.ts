import { prisma, type PrismaTx, type Sql, prismaTransaction, sql } from '~/lib/db/index.server';
import type { Message, Prisma } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';
import { runningOfConversations } from '~/engine/generation/index.server';
import { objects, ObjectStoreError } from '~/gateways/objects/index.server';
import { isId } from '~/lib/ids.server';
import { withoutLogContext } from '~/lib/log-context.server';
import { log } from '~/lib/log.server';
import { singleton } from '~/lib/singleton.server';
import { DAY_MS } from '~/lib/time';

import { filesOf } from './message-data.server';
import { type MessageFields, type OverflowField, overflowOf } from './overflow';
import { lockConversation } from '../conversations/conversation-data.server';
import { deleteObjects, MESSAGE_OBJECTS, messageOfKey, putText } from './message-objects.server';

// The fields of `messages` that are too large for their rows and move to objects.

/** Returns the whole text to the row, before more is appended. SQL: in the transactions that continue and end answers. */
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

/** The columns of each field that say whether it has overflowed, and which object has the whole. */
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

/** The fields of a message that may overflow. */
async function readFields(userId: UserScope, id: string): Promise<StoredFields | null> {
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
  shortened: Partial<MessageFields>;
  /** The key of the object with the whole, for each field that leaves. */
  keys: Partial<Record<OverflowField, string>>;
  /** In UTF-16 units, when the objects were written. */
  contentLength: number;
}

/** False when the message has changed since it was read, or is gone. */
async function moveFieldsOut(tx: PrismaTx, moved: MovedOut): Promise<boolean> {
  const { userId, id, shortened, keys } = moved;
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
          [field, shortened[field]],
          [overflow, true],
          [url, key],
        ];
      }),
    ),
  });
  return true;
}

/** Any user's messages that are too large for their rows, for a job. SQL: lengths of texts and lists. */
function findToMoveOut(sql: Sql, limit: number): Promise<{ id: string; userId: UserScope }[]> {
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

/** For jobs: the object keys in these messages, of any user. */
async function readObjectKeys(ids: readonly string[]): Promise<string[]> {
  // A version of a message shares the objects of the first one, whose keys contain that one's id.
  const rows = await prisma.message.findMany({ where: { id: { in: [...ids] } }, select: KEYS });
  return rows.flatMap((row) => Object.values(row).filter((key) => key !== null));
}

/** The object keys in all messages of these conversations. SQL: in the transaction that removes them. */
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

const BATCH = 50;

const moving = singleton('messages-moving-out', () => new Set<Promise<unknown>>());

/**
 * Moves fields that are too large for a message's row into objects, in the background. The row keeps them until an object
 * has them, so an unavailable store loses nothing. Call it after the commit.
 */
export function moveOutSoon(userId: UserScope, id: string): void {
  const work = withoutLogContext(() => moveOut(userId, id))
    .catch((err: unknown) =>
      log.warn({ err, id }, 'moving a long message out failed, a job does it'),
    )
    .finally(() => moving.delete(work));
  moving.add(work);
}

/** Resolves when no move is running. */
export async function movedOut(): Promise<void> {
  while (moving.size > 0) await Promise.all(moving);
}

/** The job that moves out what a dead process or an unavailable store left in its row. */
export async function moveOutLeftovers(): Promise<void> {
  for (const { id, userId } of await findToMoveOut(sql, BATCH)) {
    try {
      await moveOut(userId, id);
    } catch (err) {
      if (!(err instanceof ObjectStoreError)) throw err;
      // The store is unavailable: the next round tries again.
      log.warn({ err, id }, 'moving a long message out failed, trying again later');
      return;
    }
  }
}

/** @throws ObjectStoreError; then the row is unchanged. */
async function moveOut(userId: UserScope, id: string): Promise<void> {
  const fields = await readFields(userId, id);
  if (!fields) return;
  const shortened = overflowOf(fields);
  const names = (Object.keys(shortened) as OverflowField[]).filter(
    (name) => !fields.overflowed[name],
  );
  if (names.length === 0) return;

  const keys: Partial<Record<OverflowField, string>> = {};
  for (const name of names) {
    const whole = fields[name];
    const text = typeof whole === 'string' ? whole : JSON.stringify(whole);
    keys[name] = await putText({ userId, messageId: id, field: name }, text);
  }
  const moved = await prismaTransaction(async (tx, sql) => {
    if (!(await lockConversation(sql, userId, fields.conversationId))) return false;
    // An answer that is being continued needs its text in the row; its end calls this again.
    const running = await runningOfConversations(sql, userId, [fields.conversationId]);
    if (running.includes(id)) return false;
    return moveFieldsOut(tx, { userId, id, shortened, keys, contentLength: fields.content.length });
  });
  if (!moved) await deleteObjects(Object.values(keys));
}

/** The job that removes objects of messages that no row names and that are older than a day. */
export async function purgeMessageObjects(now: Date): Promise<void> {
  const store = await objects();
  let cursor: string | undefined;
  let removed = 0;
  do {
    const page = await store.list(MESSAGE_OBJECTS, { cursor });
    const old = page.objects
      .filter(({ modifiedAt }) => now.getTime() - modifiedAt.getTime() > DAY_MS)
      .map(({ key }) => key);
    const ids = [...new Set(old.map(messageOfKey))].filter(isId);
    const named = new Set(await readObjectKeys(ids));
    const orphans = old.filter((key) => !named.has(key));
    if (orphans.length > 0) await store.delete(orphans);
    removed += orphans.length;
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  if (removed > 0) log.info({ removed }, 'removed objects that no message names');
}
