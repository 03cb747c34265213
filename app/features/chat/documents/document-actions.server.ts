import { type LiveEvent, publish } from '~/engine/events/index.server';
import { isDemoText } from '~/engine/generation/index.server';
import { duplicateCitations, withIgnored } from '~/features/brand/index.server';
import { type FormatId, MAX_CONTENT, titleFromText } from '~/features/copywriting';
import { checkedText } from '~/features/copywriting/index.server';
import {
  isUniqueViolation,
  prismaTransaction,
  type PrismaTx,
  sql,
  type Sql,
} from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';
import { HOUR_MS } from '~/lib/time';

import { lockConversation } from '../conversations/conversation-data.server';
import { findMessage } from '../messages/message-data.server';
import { readFullMessage } from '../messages/read-transcript.server';
import { chatTexts } from '../texts';
import type { ChatDocumentView } from './document';
import {
  deletion,
  type DocumentRow,
  findDocumentOf,
  insertDocument,
  lockDocument,
  readDocument,
  updateDocument,
} from './document-data.server';
import type { PatchView } from './patches/patch';
import { listOpenPatches } from './patches/patch-data.server';
import { documentRefusals, documentTexts } from './texts';
import { replaceText } from './versions/replace-text.server';

/** Within a transaction, by Prisma Client and by SQL. */
export interface Db {
  tx: PrismaTx;
  sql: Sql;
}

/**
 * Opens an answer as a document; the one that it has already, if there is one.
 * @throws AppError `not-found`, `invalid` when it isn't an answer, has no text yet, or is too long
 */
export async function openAsDocument(
  userId: UserScope,
  messageId: string,
): Promise<ChatDocumentView> {
  const message = await findMessage(sql, userId, messageId);
  if (message?.role !== 'assistant') throw new AppError('invalid', documentRefusals.noAnswer);
  const { text } = await readFullMessage(userId, messageId);
  if (text.trim() === '') throw new AppError('invalid', documentRefusals.noAnswer);
  if (text.length > MAX_CONTENT) throw new AppError('invalid', documentRefusals.answerTooLong);
  const row = await prismaTransaction(async (tx, sql) => {
    const { conversationId } = message;
    // Two tabs may open it at once.
    const locked = await lockConversation(sql, userId, conversationId);
    if (!locked) throw new AppError('not-found', chatTexts.gone);
    const before = await findDocumentOf(tx, userId, messageId);
    if (before) return before;
    const id = newId();
    const title = titleFromText(text) || 'Untitled';
    const checked = checkedText({ title, content: text });
    const demo = await isDemoText(tx, userId, messageId);
    const document = { id, conversationId, messageId, demo, format: null, ...checked };
    await insertDocument(tx, userId, document);
    await duplicateCitations(sql, userId, messageId, id);
    const opened = await required(readDocument(userId, id, tx));
    await publish(sql, userId, changed(opened));
    return opened;
  });
  return viewOf(row);
}

/** A document with the suggestions that the person hasn't decided on. */
export interface OpenDocument extends ChatDocumentView {
  patches: PatchView[];
}

/** @throws AppError `not-found` */
export async function openWithPatches(
  userId: UserScope,
  id: string | undefined,
): Promise<OpenDocument> {
  const document = await requireDocument(userId, id);
  return { ...document, patches: await listOpenPatches(userId, document.id) };
}

/** @throws AppError `not-found` */
export async function requireDocument(
  userId: UserScope,
  id: string | undefined,
): Promise<ChatDocumentView> {
  return viewOf(await required(isId(id) ? readDocument(userId, id) : null));
}

/** Locks a document for a change. @throws AppError `not-found` */
export function requireLocked(
  db: Db,
  userId: UserScope,
  id: string | undefined,
): Promise<DocumentRow> {
  return required(isId(id) ? lockDocument(db, userId, id) : null);
}

export interface DocumentEdit {
  title: string;
  content: string;
  /** The version that was edited. */
  version: number;
  putAway?: boolean;
}

/**
 * Replaces the title and text of the version that the person saw.
 * @throws AppError `conflict` when there is a newer version, `not-found`, `invalid`
 */
export async function editDocument(
  userId: UserScope,
  id: string | undefined,
  { version, putAway = false, ...input }: DocumentEdit,
): Promise<{ version: number }> {
  const text = checkedText(input);
  return changing(userId, id, async (db, old) => {
    // A repeated request whose first response was lost: the document is already as requested.
    if (old.title === text.title && old.content === text.content) return { version: old.version };
    if (old.version !== version) {
      throw new AppError('conflict', documentTexts.changedMeanwhile);
    }
    await replaceText(db, userId, old, { ...text, author: 'person' }, putAway);
    return { version: old.version + 1 };
  });
}

/** Sets the format of a document. @throws AppError `not-found` */
export async function changeFormat(
  userId: UserScope,
  id: string | undefined,
  format: FormatId | null,
): Promise<void> {
  await changing(userId, id, ({ tx }, { id }) => updateDocument(tx, userId, id, { format }));
}

/**
 * Sets the image in its preview; null removes it. Whose image it is doesn't matter here: only its owner is ever served it.
 * @throws AppError `not-found`
 */
export async function changeImage(
  userId: UserScope,
  id: string | undefined,
  imageId: string | null,
): Promise<void> {
  await changing(userId, id, ({ tx }, { id }) => updateDocument(tx, userId, id, { imageId }));
}

/**
 * Ignores a finding of the brand check in a document, or no longer.
 * @throws AppError `not-found`, `invalid` when too many are ignored
 */
export async function ignoreInDocument(
  userId: UserScope,
  id: string | undefined,
  change: { key: string; ignored: boolean },
): Promise<string[]> {
  return prismaTransaction(async (tx, sql) => {
    const old = await requireLocked({ tx, sql }, userId, id);
    const ignored = withIgnored(old.ignoredFindings, change);
    await updateDocument(tx, userId, old.id, { ignoredFindings: ignored });
    const data = {
      ...{ type: 'ignored' as const, conversationId: old.conversationId, id: old.id, ignored },
    };
    await publish(sql, userId, { topic: 'chat-documents', data });
    return ignored;
  });
}

/**
 * Deletes a document. `undoDocumentDeletion` can restore it until a job (tidy-chat-documents) removes it for good.
 * @throws AppError `not-found`
 */
export async function deleteDocument(userId: UserScope, id: string | undefined): Promise<void> {
  await prismaTransaction(async (tx, sql) => {
    const old = await requireLocked({ tx, sql }, userId, id);
    await deletion.remove(sql, userId, [old.id]);
    const data = { type: 'removed' as const, conversationId: old.conversationId, id: old.id };
    await publish(sql, userId, { topic: 'chat-documents', data });
  });
}

/** Restores a deleted document. @throws AppError `not-found` when it is too late, `conflict` when there is another one */
export async function undoDocumentDeletion(
  userId: UserScope,
  id: string | undefined,
): Promise<ChatDocumentView> {
  try {
    const row = await prismaTransaction(async (tx, sql) => {
      if (!isId(id) || (await deletion.restore(sql, userId, [id])).length === 0) {
        throw new AppError('not-found', documentRefusals.gone);
      }
      const restored = await required(readDocument(userId, id, tx));
      await publish(sql, userId, changed(restored));
      return restored;
    });
    return viewOf(row);
  } catch (error) {
    if (!isUniqueViolation(error, 'chat_documents_one_per_answer')) throw error;
    throw new AppError('conflict', documentRefusals.newerOne);
  }
}

/** A job: removes documents for good an hour after they were deleted. */
export async function purgeDocuments(now: Date): Promise<void> {
  const removed = await deletion.purge(new Date(now.getTime() - HOUR_MS));
  if (removed > 0) log.info({ removed }, 'removed deleted documents');
}

/** Changes a locked document, and tells the person's tabs. @throws AppError `not-found` */
export async function changing<T>(
  userId: UserScope,
  id: string | undefined,
  work: (db: Db, old: DocumentRow) => Promise<T>,
): Promise<T> {
  return prismaTransaction(async (tx, sql) => {
    const old = await requireLocked({ tx, sql }, userId, id);
    const result = await work({ tx, sql }, old);
    await publish(sql, userId, changed(await required(readDocument(userId, old.id, tx))));
    return result;
  });
}

/** What tabs are told after a change. */
export function changed({ id, messageId, title, version, conversationId }: DocumentRow): LiveEvent {
  return {
    topic: 'chat-documents',
    data: { type: 'changed', conversationId, document: { id, messageId, title, version } },
  };
}

async function required(found: Promise<DocumentRow | null> | null): Promise<DocumentRow> {
  const row = await found;
  if (!row) throw new AppError('not-found', documentRefusals.gone);
  return row;
}

function viewOf(row: DocumentRow): ChatDocumentView {
  const { id, messageId, title, conversationId, content, format, demo } = row;
  const { imageId, ignoredFindings, version, contentId, savedVersion } = row;
  return {
    ...{ id, messageId, title, conversationId, content, format, demo },
    ...{ imageId, ignoredFindings, version, contentId, savedVersion },
  };
}
