import type { Sql } from '~/lib/db/index.server';

import type { AttachedFile } from './attachment';

// Owns `attachments`. The owner is part of every condition, except for jobs.

export interface NewAttachment extends AttachedFile {
  userId: string;
  storedSize: number;
  pages: number | null;
  characters: number | null;
  objectKey: string;
  readKey: string;
}

export interface AttachmentRow extends AttachedFile {
  messageId: string | null;
  pages: number | null;
  characters: number | null;
  objectKey: string;
  readKey: string;
}

const COLUMNS = `id, message_id AS "messageId", name, type, size, pages, characters, object_key AS "objectKey",
  read_key AS "readKey"`;

/** Bytes that a user's files take. */
export async function storedBytes(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql.query<{ bytes: number }>(
    `SELECT coalesce(sum(stored_size), 0) AS bytes FROM attachments WHERE user_id = $1::uuid`,
    [userId],
  );
  return Number(row?.bytes ?? 0);
}

export async function insertAttachment(tx: Sql, row: NewAttachment): Promise<void> {
  await tx.query(
    `INSERT INTO attachments (id, user_id, name, type, size, stored_size, pages, characters, object_key, read_key)
     VALUES ($1::uuid, $2::uuid, $3, $4, $5::int, $6::int, $7::int, $8::int, $9, $10)`,
    [
      row.id,
      row.userId,
      row.name,
      row.type,
      row.size,
      row.storedSize,
      row.pages,
      row.characters,
      row.objectKey,
      row.readKey,
    ],
  );
}

/** A file that is stored, and has no row yet. */
export interface KeptFile {
  id: string;
  name: string;
  /** By its content. */
  type: string;
  size: number;
  key: string;
}

/** Ties kept files to their messages; those that have their rows already stay as they are. */
export async function insertKeptFiles(
  tx: Sql,
  userId: string,
  files: readonly (KeptFile & { messageId: string; position: number })[],
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

/** In the order of `ids`; those that are not this user's are left out. */
export function findAttachments(
  sql: Sql,
  userId: string,
  ids: readonly string[],
): Promise<AttachmentRow[]> {
  return sql.query<AttachmentRow>(
    `SELECT ${COLUMNS} FROM attachments WHERE user_id = $1::uuid AND id = ANY($2::uuid[])
      ORDER BY array_position($2::uuid[], id)`,
    [userId, ids],
  );
}

/** One that is there to be seen: unsent, or of a conversation that is not deleted. */
export async function findShownAttachment(
  sql: Sql,
  userId: string,
  id: string,
): Promise<AttachmentRow | null> {
  const [row] = await sql.query<AttachmentRow>(
    `SELECT ${COLUMNS} FROM attachments a WHERE a.user_id = $1::uuid AND a.id = $2::uuid
        AND (a.message_id IS NULL OR EXISTS (
          SELECT 1 FROM messages m JOIN conversations c ON c.id = m.conversation_id AND c.deleted_at IS NULL
           WHERE m.id = a.message_id
        ))`,
    [userId, id],
  );
  return row ?? null;
}

/** Ties unsent files to the message they go with. Returns how many that were. */
export async function sendAttachments(
  tx: Sql,
  userId: string,
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

/** Removes an unsent file; the keys of its objects. */
export async function deleteUnsent(sql: Sql, userId: string, id: string): Promise<string[] | null> {
  const [row] = await sql.query<{ keys: string[] }>(
    `DELETE FROM attachments WHERE user_id = $1::uuid AND id = $2::uuid AND message_id IS NULL
      RETURNING ARRAY[object_key, read_key] AS keys`,
    [userId, id],
  );
  return row?.keys ?? null;
}

/** For a job: removes files of whomever that were uploaded before then and never sent; the keys of their objects. */
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

/** For jobs: which of these attachments there are, of whomever. */
export async function existing(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM attachments WHERE id = ANY($1::uuid[])`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** For jobs: the objects of the files of these conversations, of whomever. */
export async function keysOfConversations(
  sql: Sql,
  conversationIds: readonly string[],
): Promise<{ conversationId: string; key: string }[]> {
  return sql.query(
    `SELECT m.conversation_id AS "conversationId", unnest(ARRAY[a.object_key, a.read_key]) AS key
       FROM messages m JOIN attachments a ON a.message_id = m.id
      WHERE m.conversation_id = ANY($1::uuid[])`,
    [conversationIds],
  );
}
