import { type ArchivedCall, insertPastCalls } from '~/engine/generation/index.server';
import { prisma, type Sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import { nextSequence, publish } from '~/engine/events/index.server';
import type { UserScope } from '~/lib/scope';

import type { Effort } from '../conversations/settings/conversation-settings';
import { messageImages } from '../images/message-images.server';
import type { MessageFile } from '../messages/overflow';

// Writes imported conversations to `conversations` and `messages`, many at a time and with their original times. Every
// query is limited to the owner. SQL: bulk inserts and updates of an import, in its pipelined transactions.

export interface ImportedConversation {
  id: string;
  title: string;
  /** Empty while it is being written, which keeps it out of the lists until `finishImported`. */
  lastMessage: string;
  leafId: string | null;
  lastUpdated: Date;
  createdAt: Date;
  originalCreationDate: Date | null;
  pinnedAt: Date | null;
  archivedAt: Date | null;
  model: string | null;
  effort: Effort | null;
  systemPrompt: string;
  /** Candidates: the one that belongs to this user is stored, if any. */
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
  calls: readonly ImportedCall[];
  /** For each of its images, the ids in the gallery that it may have here. */
  images: readonly (readonly string[])[];
}

/** Something that an answer had looked up, from an archive. */
export type ImportedCall = ArchivedCall;

export async function insertImportedConversations(
  tx: Sql,
  userId: UserScope,
  conversations: readonly ImportedConversation[],
): Promise<void> {
  const column = <T>(of: (conversation: ImportedConversation) => T) => conversations.map(of);
  await tx.query(
    `INSERT INTO conversations (user_id, id, title, last_message, active_leaf_id, last_updated, created_at,
            original_creation_date, pinned_at, archived_at, model, system_prompt, effort, profile_id, folder_id)
     SELECT $1::uuid, given.id, title, last_message, leaf, updated, created, original, pinned, archived, model, prompt,
            effort,
            (SELECT p.id FROM profiles p
              WHERE p.user_id = $1::uuid AND p.id::text = ANY(string_to_array(given.profiles, ' ')) LIMIT 1),
            (SELECT f.id FROM conversation_folders f
              WHERE f.user_id = $1::uuid AND f.id::text = ANY(string_to_array(given.folders, ' ')) LIMIT 1)
       FROM unnest($2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::timestamptz[], $7::timestamptz[],
                   $8::timestamptz[], $9::timestamptz[], $10::timestamptz[], $11::text[], $12::text[], $13::text[],
                   $14::text[], $15::effort[])
         AS given (id, title, last_message, leaf, updated, created, original, pinned, archived, model, prompt, profiles,
                   folders, effort)`,
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
      nullable(column(({ effort }) => effort)),
    ],
  );
}

/**
 * Adds messages with what they had looked up and their images, parents before their children, and skips existing ones. Returns how many were
 * new.
 */
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
  await insertPastCalls(
    tx,
    userId,
    messages.flatMap(({ id: messageId, calls }) =>
      calls.map((call, position) => ({ ...call, messageId, position, id: newId() })),
    ),
  );
  await messageImages().restore(
    tx,
    userId,
    messages.flatMap(({ id: messageId, images }) =>
      images.map((itemIds, position) => ({ messageId, position, itemIds })),
    ),
  );
  return row!.count;
}

/** The driver accepts nulls in an array, but its types don't say so. */
function nullable(values: readonly (string | null)[]): string[] {
  return values as string[];
}

export interface ExistingConversation {
  /** False while it is still being written. */
  finished: boolean;
  /** Its owner has continued it here. */
  continued: boolean;
}

/** Locks an imported conversation before it grows. Null when its owner has deleted it. */
export async function lockImported(
  tx: Sql,
  userId: UserScope,
  id: string,
): Promise<ExistingConversation | null> {
  const [row] = await tx.query<ExistingConversation>(
    // Only a message that was written here has a client key.
    `SELECT c.last_message <> '' AS finished, EXISTS (
              SELECT 1 FROM messages m WHERE m.conversation_id = c.id AND m.client_key IS NOT NULL) AS continued
       FROM conversations c WHERE c.id = $1::uuid AND c.user_id = $2::uuid AND c.deleted_at IS NULL FOR UPDATE`,
    [id, userId],
  );
  return row ?? null;
}

/** A message from an earlier import. */
export interface ExistingMessage {
  id: string;
  /** Null where they have moved to an object. */
  files: readonly MessageFile[] | null;
}

export function readExistingMessages(
  sql: Sql,
  userId: UserScope,
  id: string,
): Promise<ExistingMessage[]> {
  return sql.query<ExistingMessage>(
    `SELECT id, CASE WHEN files_overflow THEN NULL ELSE files END AS files
       FROM messages WHERE conversation_id = $1::uuid AND user_id = $2::uuid`,
    [id, userId],
  );
}

/** What a later export changes about an existing message. */
export interface GrownMessage {
  id: string;
  /** Null: unchanged. */
  content: string | null;
  /** The complete list when it has new ones; null: unchanged. */
  files: readonly MessageFile[] | null;
}

/** Updates messages; a text that has moved to an object stays unchanged. Returns how many changed. */
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
 * Lists a conversation after all of its messages have been written, and has it indexed again. With `leafId` null, it
 * keeps its branch and its last message.
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

/** Removes a conversation whose import was never finished. */
export async function deleteUnfinished(userId: UserScope, id: string): Promise<void> {
  await prisma.conversation.deleteMany({ where: { id, userId, lastMessage: '' } });
}

/** Those of these ids that are existing conversations of this user. */
export async function ownConversations(
  userId: UserScope,
  ids: readonly string[],
): Promise<string[]> {
  const where = { id: { in: [...ids] }, userId, deletedAt: null };
  const rows = await prisma.conversation.findMany({ where, select: { id: true } });
  return rows.map(({ id }) => id);
}

/** Makes every tab reload its lists after the commit: too much has changed for single events. */
export async function reloadTabs(tx: Sql, userId: UserScope): Promise<void> {
  // A tab reloads when it finds a gap in the sequence.
  await nextSequence(tx, userId);
  await publish(tx, userId);
}
