import { randomBytes } from 'node:crypto';

import { activeLeaf } from '../conversations/conversation-data.server';
import { countMessagesBeyond } from '../messages/message-branches.server';
import { markPublic } from '../conversations/publish-conversation.server';
import { requireConversation } from '../messages/read-transcript.server';
import { sql, transaction, type Sql } from '~/lib/db/index.server';
import { appUrl } from '~/lib/env.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { sharingTexts } from './texts';
import type { Share } from './share';
import {
  deleteShare,
  findShareOf,
  insertShare,
  updateShareEnd,
  updateShareBranch,
} from './share-data.server';

const ID_BYTES = 24;

export function shareUrl(id: string): string {
  return `${appUrl()}/shared/${id}`;
}

/** The link of the user's conversation, if there is one. @throws AppError `not-found` without such a conversation */
export async function shareOf(userId: string, conversationId: string): Promise<Share | null> {
  const row = await findShareOf(sql, userId, ownId(conversationId));
  if (!row) {
    await requireConversation(userId, conversationId);
    return null;
  }
  return {
    id: row.id,
    url: shareUrl(row.id),
    createdAt: row.createdAt.getTime(),
    expiresAt: row.expiresAt?.getTime() ?? null,
    newer: await countMessagesBeyond(sql, userId, conversationId, {
      leafId: row.leafId,
      at: row.createdAt,
    }),
  };
}

/**
 * Makes the branch of a conversation that is shown readable for everybody who has its link, up to its present end.
 * @throws AppError `not-found`
 */
export function shareConversation(userId: string, conversationId: string): Promise<Share> {
  const id = randomBytes(ID_BYTES).toString('base64url');
  return change(userId, conversationId, async (tx) => {
    const leafId = await activeLeaf(tx, userId, conversationId);
    await insertShare(tx, { id, userId, conversationId, leafId, createdAt: new Date() });
    return true;
  });
}

/** The link now shows the branch that its owner sees, up to its present end. @throws AppError `not-found` */
export function updateShare(userId: string, conversationId: string): Promise<Share> {
  return change(userId, conversationId, async (tx) => {
    const leafId = await activeLeaf(tx, userId, conversationId);
    return updateShareBranch(tx, userId, conversationId, { leafId, createdAt: new Date() });
  });
}

/** When the link ends by itself; null: never. @throws AppError `not-found`, `invalid` for a moment that has passed */
export async function endShareAt(
  userId: string,
  conversationId: string,
  expiresAt: Date | null,
): Promise<Share> {
  if (expiresAt !== null && !(expiresAt.getTime() > Date.now())) {
    throw new AppError('invalid', sharingTexts.endPassed);
  }
  return change(userId, conversationId, (tx) =>
    updateShareEnd(tx, userId, conversationId, expiresAt),
  );
}

/** Takes the link back, at once and for everybody. @throws AppError `not-found` when there is no such conversation */
export async function unshare(userId: string, conversationId: string): Promise<void> {
  await transaction(async (tx) => {
    await markPublic(tx, userId, ownId(conversationId), false);
    await deleteShare(tx, userId, conversationId);
  });
}

async function change(
  userId: string,
  conversationId: string,
  /** False when there is no link to change. */
  work: (tx: Sql) => Promise<boolean>,
): Promise<Share> {
  await transaction(async (tx) => {
    await markPublic(tx, userId, ownId(conversationId), true);
    if (!(await work(tx))) throw new AppError('not-found', sharingTexts.gone);
  });
  const share = await shareOf(userId, conversationId);
  // Taken back in another tab, in between.
  if (!share) throw new AppError('not-found', sharingTexts.gone);
  return share;
}

function ownId(conversationId: string): string {
  if (!isId(conversationId)) throw new AppError('not-found', sharingTexts.gone);
  return conversationId;
}
