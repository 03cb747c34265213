import { softDeletion } from '~/engine/user-data/index.server';
import { formatById, type FormatId } from '~/features/copywriting';
import { prisma, type PrismaTx, type Sql } from '~/lib/db/index.server';
import type { Prisma } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

import type { DocumentItem } from './document';

// Owns `chat_documents`. Every condition has the owner, and none finds a deleted document or one of a deleted conversation.

const ITEM = { id: true, messageId: true, title: true } satisfies Prisma.ChatDocumentSelect;

const WHOLE = {
  ...ITEM,
  conversationId: true,
  content: true,
  format: true,
  demo: true,
  imageId: true,
  ignoredFindings: true,
  author: true,
  version: true,
  seenVersion: true,
  contentId: true,
  savedContent: { select: { deletedAt: true } },
  savedVersion: true,
  updatedAt: true,
} satisfies Prisma.ChatDocumentSelect;

type WholeRow = Prisma.ChatDocumentGetPayload<{ select: typeof WHOLE }>;

export interface DocumentRow extends Omit<WholeRow, 'conversationId' | 'format' | 'savedContent'> {
  conversationId: string;
  /** Null also for a format that no longer exists. */
  format: FormatId | null;
}

const there = (userId: UserScope) => ({
  userId,
  deletedAt: null,
  conversation: { userId, deletedAt: null },
});

/** Those of a conversation, oldest first, without their texts. */
export function listDocuments(userId: UserScope, conversationId: string): Promise<DocumentItem[]> {
  return prisma.chatDocument.findMany({
    where: { ...there(userId), conversationId },
    select: ITEM,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}

/** Null when the user has no such document. */
export function readDocument(
  userId: UserScope,
  id: string,
  db: Pick<PrismaTx, 'chatDocument'> = prisma,
): Promise<DocumentRow | null> {
  return findWhole(db, { ...there(userId), id });
}

/** The document of an answer; null when it has none. */
export function findDocumentOf(
  tx: PrismaTx,
  userId: UserScope,
  messageId: string,
): Promise<DocumentRow | null> {
  return findWhole(tx, { ...there(userId), messageId });
}

/** The one of a conversation that was written last. */
export function newestDocument(
  userId: UserScope,
  conversationId: string,
): Promise<DocumentRow | null> {
  return findWhole(prisma, { ...there(userId), conversationId });
}

async function findWhole(
  db: Pick<PrismaTx, 'chatDocument'>,
  where: Prisma.ChatDocumentWhereInput,
): Promise<DocumentRow | null> {
  const row = await db.chatDocument.findFirst({
    where,
    select: WHOLE,
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
  });
  return row && whole(row);
}

function whole({ savedContent, ...row }: WholeRow): DocumentRow | null {
  const { conversationId } = row;
  if (conversationId === null) return null;
  // As long as its deletion can be undone, the content still has a row.
  const contentId = savedContent?.deletedAt === null ? row.contentId : null;
  return { ...row, conversationId, contentId, format: formatById(row.format)?.id ?? null };
}

/**
 * Locks a document, as every change to it does first; null when the user has no such document. SQL: locks the row.
 */
export async function lockDocument(
  { tx, sql }: { tx: PrismaTx; sql: Sql },
  userId: UserScope,
  id: string,
): Promise<DocumentRow | null> {
  await sql.query(
    `SELECT 1 FROM chat_documents WHERE id = $1::uuid AND user_id = $2::uuid AND deleted_at IS NULL FOR UPDATE`,
    [id, userId],
  );
  return readDocument(userId, id, tx);
}

/**
 * The same before suggestions are stored, which are parts of it. SQL: joins the transaction that ends an answer.
 */
export async function lockForPatches(
  tx: Sql,
  userId: UserScope,
  id: string,
): Promise<Pick<DocumentRow, 'title' | 'version'> | null> {
  const [row] = await tx.query<Pick<DocumentRow, 'title' | 'version'>>(
    `SELECT title, version FROM chat_documents
      WHERE id = $1::uuid AND user_id = $2::uuid AND deleted_at IS NULL FOR UPDATE`,
    [id, userId],
  );
  return row ?? null;
}

/** Notes which version the assistant gets. SQL: joins the pipelined transaction that stores a question. */
export async function noteSeen(
  tx: Sql,
  userId: UserScope,
  { id, version }: Pick<DocumentRow, 'id' | 'version'>,
): Promise<void> {
  // If it has changed since it was read, that version isn't kept for comparison.
  await tx.query(
    `UPDATE chat_documents SET seen_version = version
      WHERE id = $1::uuid AND user_id = $2::uuid AND version = $3::int`,
    [id, userId, version],
  );
}

export async function insertDocument(
  tx: PrismaTx,
  userId: UserScope,
  document: Pick<
    DocumentRow,
    'id' | 'conversationId' | 'messageId' | 'title' | 'content' | 'demo' | 'format'
  >,
): Promise<void> {
  await tx.chatDocument.create({ data: { ...document, userId }, select: { id: true } });
}

/** Changes a locked document. */
export async function updateDocument(
  tx: PrismaTx,
  userId: UserScope,
  id: string,
  data: Prisma.ChatDocumentUncheckedUpdateManyInput,
): Promise<void> {
  await tx.chatDocument.updateMany({ where: { id, userId, deletedAt: null }, data });
}

export const deletion = softDeletion('chat_documents');

/**
 * Gives documents of an archive the conversation and the message that they belong to, which are written after them. SQL: joins
 * the transaction of an import.
 */
export async function moveDocuments(
  tx: Sql,
  userId: UserScope,
  moves: readonly { from: string; to: string }[],
): Promise<void> {
  if (moves.length === 0) return;
  const given = 'unnest($2::uuid[], $3::uuid[]) AS given (old_id, new_id)';
  const values = [userId, moves.map(({ from }) => from), moves.map(({ to }) => to)];
  await tx.query(
    `UPDATE chat_documents d SET message_id = m.id, conversation_id = m.conversation_id
       FROM ${given} JOIN messages m ON m.id = given.new_id AND m.user_id = $1::uuid
      WHERE d.user_id = $1::uuid AND d.message_id = given.old_id AND d.conversation_id IS NULL
        AND NOT EXISTS (SELECT 1 FROM chat_documents o WHERE o.message_id = m.id AND o.deleted_at IS NULL)`,
    values,
  );
  await tx.query(
    `UPDATE chat_document_patches p SET message_id = given.new_id FROM ${given}
      WHERE p.user_id = $1::uuid AND p.message_id = given.old_id`,
    values,
  );
}

/** Removes documents whose conversations an import didn't bring after all. SQL: joins the transaction that ends the import. */
export async function removeStrayDocuments(tx: Sql, userId: UserScope): Promise<void> {
  await tx.query(
    `DELETE FROM chat_documents WHERE user_id = $1::uuid AND conversation_id IS NULL`,
    [userId],
  );
}
