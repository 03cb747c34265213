import { prisma, type PrismaTx, type Sql } from '~/lib/db/index.server';
import type { Prisma } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

// Owns `attachments`. Every query is limited to the owner, except those of jobs.

const ROW = {
  id: true,
  messageId: true,
  name: true,
  type: true,
  size: true,
  pages: true,
  characters: true,
  objectKey: true,
  readKey: true,
} satisfies Prisma.AttachmentSelect;

export type AttachmentRow = Prisma.AttachmentGetPayload<{ select: typeof ROW }>;

/** The bytes that a user's files take. SQL: runs while the storage is locked, in the transaction of any caller. */
export async function storedBytes(sql: Sql, userId: UserScope): Promise<number> {
  const [row] = await sql.query<{ bytes: number }>(
    `SELECT coalesce(sum(stored_size), 0) AS bytes FROM attachments WHERE user_id = $1::uuid`,
    [userId],
  );
  return Number(row?.bytes ?? 0);
}

export async function insertAttachment(
  tx: PrismaTx,
  data: Prisma.AttachmentUncheckedCreateInput,
): Promise<void> {
  await tx.attachment.create({ data, select: { id: true } });
}

/** A file that is stored but has no row yet. */
export interface StoredAttachment {
  id: string;
  name: string;
  /** Detected from its content. */
  type: string;
  size: number;
  key: string;
}

/** Adds imported files to their messages; existing rows stay unchanged. SQL: bulk, in an import's transaction. */
export async function insertKeptFiles(
  tx: Sql,
  userId: UserScope,
  files: readonly (StoredAttachment & { messageId: string; position: number })[],
): Promise<void> {
  if (files.length === 0) return;
  await tx.query(
    `INSERT INTO attachments (user_id, id, message_id, position, name, type, size, stored_size, object_key, read_key)
     SELECT $1::uuid, id, message, position, name, type, size, size, key, key
       FROM unnest($2::uuid[], $3::uuid[], $4::int[], $5::text[], $6::text[], $7::int[], $8::text[])
         AS given (id, message, position, name, type, size, key)
     ON CONFLICT (id) DO NOTHING`,
    [
      userId,
      files.map(({ id }) => id),
      files.map(({ messageId }) => messageId),
      files.map(({ position }) => position),
      files.map(({ name }) => name),
      files.map(({ type }) => type),
      files.map(({ size }) => size),
      files.map(({ key }) => key),
    ],
  );
}

/** In the order of `ids`, without those of other users. SQL: also runs in the transaction that continues an answer. */
export function findAttachments(
  sql: Sql,
  userId: UserScope,
  ids: readonly string[],
): Promise<AttachmentRow[]> {
  return sql.query<AttachmentRow>(
    `SELECT id, message_id, name, type, size, pages, characters, object_key,
            read_key
       FROM attachments WHERE user_id = $1::uuid AND id = ANY($2::uuid[]) ORDER BY array_position($2::uuid[], id)`,
    [userId, ids],
  );
}

/** One that its owner can still see: unsent, or of a conversation that isn't deleted. */
export function findShownAttachment(userId: UserScope, id: string): Promise<AttachmentRow | null> {
  const isShown = [{ messageId: null }, { message: { conversation: { deletedAt: null } } }];
  return prisma.attachment.findFirst({ where: { id, userId, OR: isShown }, select: ROW });
}

/** Attaches unsent files to a message. Returns how many were unsent. SQL: in the transaction that sends the message. */
export async function sendAttachments(
  tx: Sql,
  userId: UserScope,
  ids: readonly string[],
  messageId: string,
): Promise<number> {
  const rows = await tx.query(
    `UPDATE attachments SET message_id = $3::uuid, position = array_position($2::uuid[], id)
      WHERE user_id = $1::uuid AND id = ANY($2::uuid[]) AND message_id IS NULL RETURNING id`,
    [userId, ids, messageId],
  );
  return rows.length;
}

/** Removes an unsent file and returns the keys of its objects; null when there is none. */
export async function deleteUnsent(userId: UserScope, id: string): Promise<string[] | null> {
  const where = { id, userId, messageId: null };
  const found = await prisma.attachment.findFirst({ where, select: ROW });
  const { count } = await prisma.attachment.deleteMany({ where });
  return found && count > 0 ? [found.objectKey, found.readKey] : null;
}

/**
 * For a job: removes any user's files that were uploaded before then and never sent, and returns the keys of their objects.
 * SQL: skips locked rows, which are being sent.
 */
export async function deleteUnsentBefore(sql: Sql, before: Date, limit: number): Promise<string[]> {
  const rows = await sql.query<{ keys: string[] }>(
    `DELETE FROM attachments WHERE id IN (
       SELECT id FROM attachments WHERE message_id IS NULL AND created_at < $1::timestamptz
        ORDER BY created_at LIMIT $2::int FOR UPDATE SKIP LOCKED
     ) RETURNING ARRAY[object_key, read_key] AS keys`,
    [before, limit],
  );
  return rows.flatMap(({ keys }) => keys);
}

/** For jobs: those of these ids that any user's attachments have. */
export async function existingAttachments(ids: readonly string[]): Promise<string[]> {
  const where = { id: { in: [...ids] } };
  const rows = await prisma.attachment.findMany({ where, select: { id: true } });
  return rows.map(({ id }) => id);
}

/** For jobs: the object keys of all files of any user's conversations. SQL: in the transaction that removes them. */
export async function keysOfConversations(
  tx: Sql,
  conversationIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ key: string }>(
    `SELECT unnest(ARRAY[a.object_key, a.read_key]) AS key
       FROM messages m JOIN attachments a ON a.message_id = m.id
      WHERE m.conversation_id = ANY($1::uuid[])`,
    [conversationIds],
  );
  return rows.map(({ key }) => key);
}
