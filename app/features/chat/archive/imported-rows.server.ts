import type { Sql } from '~/lib/db/index.server';
import { nextSequence, publish } from '~/engine/events/index.server';
import type { UserScope } from '~/lib/scope';

import type { MessageFile } from '../messages/overflow';

// Writes conversations that came from elsewhere into `conversations` and `messages`, many at a time. The owner is part of
// every condition. Times are the caller's: what was said years ago was said then.

export interface ImportedConversation {
  id: string;
  title: string;
  /** Empty for one that is still being written: it is not listed until `finishImported`. */
  lastMessage: string;
  leafId: string | null;
  lastUpdated: Date;
  createdAt: Date;
  originalCreationDate: Date | null;
  pinnedAt: Date | null;
  archivedAt: Date | null;
  model: string | null;
  systemPrompt: string;
  /** Whichever of them is this user's, if one is. */
  profileIds: readonly string[];
  folderIds: readonly string[];
}

export interface ImportedMessage {
  id: string;
  conversationId: string;
  parentId: string | null;
  role: 'user' | 'assistant';
  content: string;
  context: string;
  model: string | null;
  timestamp: Date;
  files: readonly MessageFile[];
}

/** Adds conversations of the user's. */
export async function insertImportedConversations(
  tx: Sql,
  userId: UserScope,
  conversations: readonly ImportedConversation[],
): Promise<void> {
  const column = <T>(of: (conversation: ImportedConversation) => T) => conversations.map(of);
  await tx.query(
    `INSERT INTO conversations (user_id, id, title, last_message, active_leaf_id, last_updated, created_at,
            original_creation_date, pinned_at, archived_at, model, system_prompt, profile_id, folder_id)
     SELECT $1::uuid, given.id, title, last_message, leaf, updated, created, original, pinned, archived, model, prompt,
            (SELECT p.id FROM profiles p
              WHERE p.user_id = $1::uuid AND p.id::text = ANY(string_to_array(given.profiles, ' ')) LIMIT 1),
            (SELECT f.id FROM conversation_folders f
              WHERE f.user_id = $1::uuid AND f.id::text = ANY(string_to_array(given.folders, ' ')) LIMIT 1)
       FROM unnest($2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::timestamptz[], $7::timestamptz[],
                   $8::timestamptz[], $9::timestamptz[], $10::timestamptz[], $11::text[], $12::text[], $13::text[],
                   $14::text[])
         AS given (id, title, last_message, leaf, updated, created, original, pinned, archived, model, prompt, profiles,
                   folders)`,
    [
      userId,
      column(({ id }) => id),
      column(({ title }) => title),
      column(({ lastMessage }) => lastMessage),
      nullable(column(({ leafId }) => leafId)),
      column(({ lastUpdated }) => lastUpdated.toISOString()),
      column(({ createdAt }) => createdAt.toISOString()),
      nullable(column(({ originalCreationDate }) => originalCreationDate?.toISOString() ?? null)),
      nullable(column(({ pinnedAt }) => pinnedAt?.toISOString() ?? null)),
      nullable(column(({ archivedAt }) => archivedAt?.toISOString() ?? null)),
      nullable(column(({ model }) => model)),
      column(({ systemPrompt }) => systemPrompt),
      column(({ profileIds }) => profileIds.join(' ')),
      column(({ folderIds }) => folderIds.join(' ')),
    ],
  );
}

/** Adds messages, but for those that are there already; parents stand before their children. Returns how many were new. */
export async function insertImportedMessages(
  tx: Sql,
  userId: UserScope,
  messages: readonly ImportedMessage[],
): Promise<number> {
  if (messages.length === 0) return 0;
  const column = <T>(of: (message: ImportedMessage) => T) => messages.map(of);
  const [row] = await tx.query<{ count: number }>(
    `WITH put AS (
       INSERT INTO messages (user_id, id, conversation_id, parent_id, role, content, context, model, timestamp, files)
       SELECT $1::uuid, given.* FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::message_role[], $6::text[],
                                            $7::text[], $8::text[], $9::timestamptz[], $10::jsonb[]) AS given
       ON CONFLICT (id) DO NOTHING RETURNING 1
     ) SELECT count(*) AS count FROM put`,
    [
      userId,
      column(({ id }) => id),
      column(({ conversationId }) => conversationId),
      nullable(column(({ parentId }) => parentId)),
      column(({ role }) => role),
      column(({ content }) => content),
      column(({ context }) => context),
      nullable(column(({ model }) => model)),
      column(({ timestamp }) => timestamp.toISOString()),
      column(({ files }) => JSON.stringify(files)),
    ],
  );
  return row!.count;
}

/** The driver writes null into an array as Postgres reads it; its type does not say so. */
function nullable(values: readonly (string | null)[]): string[] {
  return values as string[];
}

export interface StandingConversation {
  /** False while it is still being written. */
  finished: boolean;
  /** Its owner has gone on with it here. */
  continued: boolean;
}

/** Locks a conversation that grows. Null when its owner has deleted it. */
export async function lockImported(
  tx: Sql,
  userId: UserScope,
  id: string,
): Promise<StandingConversation | null> {
  const [row] = await tx.query<StandingConversation>(
    // What is written here has a key of the browser's.
    `SELECT c.last_message <> '' AS finished, EXISTS (
              SELECT 1 FROM messages m WHERE m.conversation_id = c.id AND m.client_key IS NOT NULL) AS continued
       FROM conversations c WHERE c.id = $1::uuid AND c.user_id = $2::uuid AND c.deleted_at IS NULL FOR UPDATE`,
    [id, userId],
  );
  return row ?? null;
}

/** A message that stands there already. */
export interface StandingMessage {
  id: string;
  /** Null where some of them stand in an object. */
  files: readonly MessageFile[] | null;
}

/** All messages of a conversation. */
export function readStandingMessages(
  sql: Sql,
  userId: UserScope,
  id: string,
): Promise<StandingMessage[]> {
  return sql.query<StandingMessage>(
    `SELECT id, CASE WHEN files_overflow THEN NULL ELSE files END AS files
       FROM messages WHERE conversation_id = $1::uuid AND user_id = $2::uuid`,
    [id, userId],
  );
}

/** What a later export says of a message that stands there already. */
export interface GrownMessage {
  id: string;
  /** Null: as it is. */
  content: string | null;
  /** All of them, where there are new ones; null: as they are. */
  files: readonly MessageFile[] | null;
}

/** Brings messages up to date; a text that has left its row stays as it is. Returns how many have changed. */
export async function growImportedMessages(
  tx: Sql,
  userId: UserScope,
  messages: readonly GrownMessage[],
): Promise<number> {
  if (messages.length === 0) return 0;
  const [row] = await tx.query<{ count: number }>(
    `WITH changed AS (
       UPDATE messages m SET files = CASE WHEN m.files_overflow THEN m.files ELSE coalesce(given.files, m.files) END,
              content = CASE WHEN m.content_overflow THEN m.content ELSE coalesce(given.content, m.content) END
         FROM unnest($2::uuid[], $3::text[], $4::jsonb[]) AS given (id, content, files)
        WHERE m.id = given.id AND m.user_id = $1::uuid
          AND ((NOT m.content_overflow AND m.content <> given.content)
               OR (NOT m.files_overflow AND given.files IS NOT NULL)) RETURNING 1
     ) SELECT count(*) AS count FROM changed`,
    [
      userId,
      messages.map(({ id }) => id),
      nullable(messages.map(({ content }) => content)),
      nullable(messages.map(({ files }) => files && JSON.stringify(files))),
    ],
  );
  return row!.count;
}

/**
 * Its messages have all been written: it is listed with what they say last, and searched anew. With `leafId` null it
 * goes on showing the branch that it shows.
 */
export async function finishImported(
  tx: Sql,
  userId: UserScope,
  id: string,
  {
    leafId,
    lastMessage,
    lastUpdated,
  }: { leafId: string | null; lastMessage: string; lastUpdated: Date },
): Promise<void> {
  await tx.query(
    `UPDATE conversations SET active_leaf_id = coalesce($3::uuid, active_leaf_id), searched_until = NULL,
            last_message = CASE WHEN $3::uuid IS NULL THEN last_message ELSE $4 END,
            last_updated = greatest(last_updated, $5::timestamptz)
      WHERE id = $1::uuid AND user_id = $2::uuid`,
    [id, userId, leafId, lastMessage, lastUpdated],
  );
}

/** Takes away a conversation that was never finished. */
export async function dropUnfinished(sql: Sql, userId: UserScope, id: string): Promise<void> {
  await sql.query(
    `DELETE FROM conversations WHERE id = $1::uuid AND user_id = $2::uuid AND last_message = ''`,
    [id, userId],
  );
}

/** Which of these ids are conversations of this user's that are there. */
export async function ownConversations(
  sql: Sql,
  userId: UserScope,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM conversations WHERE id = ANY($2::uuid[]) AND user_id = $1::uuid AND deleted_at IS NULL`,
    [userId, ids],
  );
  return rows.map(({ id }) => id);
}

/** Has every tab load its lists again, after the commit: too much has changed to say what. */
export async function reloadTabs(tx: Sql, userId: UserScope): Promise<void> {
  // A tab that finds a number missing reloads.
  await nextSequence(tx, userId);
  await publish(tx, userId);
}
