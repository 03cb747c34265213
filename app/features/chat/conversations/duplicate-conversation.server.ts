import { publish } from '~/engine/events/index.server';
import { prismaTransaction, sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import {
  type BranchUpTo,
  readMessagesUpTo,
  type BranchMessage,
} from '../messages/message-branches.server';
import { type DuplicateFields, duplicateMessageTexts } from '../messages/message-data.server';
import { duplicateText, deleteObjects, getFiles } from '../messages/message-objects.server';
import { moveOutSoon } from '../messages/message-overflow.server';
import { chatRefusals } from '../refusals';
import { chatTexts } from '../texts';
import {
  findConversation,
  insertConversation,
  updateConversation,
} from './conversation-data.server';
import { savedPreview } from './settings/titles';
import { displayTitle } from './settings/titles';

export interface DuplicateSource {
  /** The owner; the caller has checked that the other user may read it. */
  userId: UserScope;
  conversationId: string;
  upTo: BranchUpTo;
}

/**
 * Duplicates a branch of a conversation up to a moment for `toUserId`. The duplicate has the texts of files, but only the
 * names of the files themselves.
 * @throws AppError `not-found` when there is nothing to duplicate, `unavailable` when a part can't be read.
 */
export async function duplicateConversation(
  source: DuplicateSource,
  toUserId: UserScope,
): Promise<string> {
  const { userId, conversationId, upTo } = source;
  const original = await findConversation(userId, conversationId);
  const messages = original ? await readMessagesUpTo(sql, userId, conversationId, upTo) : [];
  const last = messages.at(-1);
  if (!original || !last) throw new AppError('not-found', chatTexts.gone);

  const id = newId();
  const duplicateIds = messages.map(() => newId());
  const own = await duplicateObjects(messages, toUserId, duplicateIds);
  await prismaTransaction(async (tx, sql) => {
    await insertConversation(sql, toUserId, id);
    await duplicateMessageTexts(sql, {
      from: { userId, ids: messages.map((message) => message.id) },
      to: { userId: toUserId, conversationId: id, ids: duplicateIds, own },
    });
    const conversation = await updateConversation(tx, toUserId, id, {
      title: displayTitle(original.title),
      lastMessage: savedPreview(last.content),
      activeLeafId: duplicateIds.at(-1)!,
    });
    if (!conversation) throw new Error('the copied conversation is not there');
    await publish(sql, toUserId, {
      topic: 'conversation',
      data: { type: 'changed', conversation },
    });
  });
  duplicateIds.forEach((duplicateId, at) => {
    if (messages[at]!.filesUrl !== null) moveOutSoon(toUserId, duplicateId);
  });
  return id;
}

/** Duplicates the objects of each message before there are rows that name them. */
async function duplicateObjects(
  messages: readonly BranchMessage[],
  toUserId: UserScope,
  duplicateIds: readonly string[],
): Promise<DuplicateFields[]> {
  const made: string[] = [];
  const copied = async (from: string | null, at: number, field: 'content' | 'context') => {
    if (from === null) return null;
    const to = await duplicateText(from, { userId: toUserId, messageId: duplicateIds[at]!, field });
    made.push(to);
    return to;
  };
  try {
    const own: DuplicateFields[] = [];
    for (const [at, { contentUrl, contextUrl, files, filesUrl }] of messages.entries()) {
      const all = filesUrl ? await getFiles(filesUrl) : files;
      own.push({
        contentUrl: await copied(contentUrl, at, 'content'),
        contextUrl: await copied(contextUrl, at, 'context'),
        files: all.map((file) => ({ ...file, id: null })),
      });
    }
    return own;
  } catch (cause) {
    await deleteObjects(made);
    throw new AppError('unavailable', chatRefusals.copyUnavailable, { cause });
  }
}
