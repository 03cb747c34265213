import { randomBytes } from 'node:crypto';

import { z } from 'zod';

import { type PrismaTx, prismaTransaction, sql } from '~/lib/db/index.server';
import { appUrl } from '~/settings/env.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { userScope, type UserScope } from '~/lib/scope';

import { markPublic } from '../conversations/conversation-actions.server';
import { findConversation, lockConversation } from '../conversations/conversation-data.server';
import { displayTitle } from '../conversations/settings/titles';
import { countMessagesBeyond } from '../messages/message-branches.server';
import { requireConversation } from '../messages/read-transcript.server';
import type { Share, SharePage } from './share';
import * as table from './share-data.server';
import { sharingTexts } from './texts';

const ID_BYTES = 24;

function shareUrl(id: string): string {
  return `${appUrl()}/shared/${id}`;
}

/** The link of the user's conversation, if there is one. @throws AppError `not-found` without such a conversation */
export async function shareOf(userId: UserScope, conversationId: string): Promise<Share | null> {
  const row = await table.findShareOf(userId, ownId(conversationId));
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
 * Lets everyone with the link read the branch of a conversation that is shown, up to its current end.
 * @throws AppError `not-found`
 */
export function shareConversation(userId: UserScope, conversationId: string): Promise<Share> {
  const id = randomBytes(ID_BYTES).toString('base64url');
  return change(userId, conversationId, async (tx) => {
    const leafId = await activeLeaf(tx, userId, conversationId);
    await table.insertShare(tx, { id, userId, conversationId, leafId, createdAt: new Date() });
    return true;
  });
}

/** The link then shows the branch that its owner sees, up to its current end. @throws AppError `not-found` */
export function updateShare(userId: UserScope, conversationId: string): Promise<Share> {
  return change(userId, conversationId, async (tx) => {
    const leafId = await activeLeaf(tx, userId, conversationId);
    return table.updateShare(tx, userId, conversationId, { leafId, createdAt: new Date() });
  });
}

/** Sets when the link expires; null: never. @throws AppError `not-found`, `invalid` for a time in the past */
export async function endShareAt(
  userId: UserScope,
  conversationId: string,
  expiresAt: Date | null,
): Promise<Share> {
  if (expiresAt !== null && !(expiresAt.getTime() > Date.now())) {
    throw new AppError('invalid', sharingTexts.endPassed);
  }
  return change(userId, conversationId, (tx) =>
    table.updateShare(tx, userId, conversationId, { expiresAt }),
  );
}

/** Removes the link immediately and for everyone. @throws AppError `not-found` when there is no such conversation */
export async function unshare(userId: UserScope, conversationId: string): Promise<void> {
  await prismaTransaction(async (tx, sql) => {
    await markPublic(tx, sql, userId, ownId(conversationId), false);
    await table.deleteShare(tx, userId, conversationId);
  });
}

async function change(
  userId: UserScope,
  conversationId: string,
  /** False when there is no link to change. */
  work: (tx: PrismaTx) => Promise<boolean>,
): Promise<Share> {
  await prismaTransaction(async (tx, sql) => {
    await markPublic(tx, sql, userId, ownId(conversationId), true);
    if (!(await work(tx))) throw new AppError('not-found', sharingTexts.gone);
  });
  const share = await shareOf(userId, conversationId);
  // Another tab has removed it meanwhile.
  if (!share) throw new AppError('not-found', sharingTexts.gone);
  return share;
}

/** The last message of the branch that its owner sees; null while there is none. */
async function activeLeaf(tx: PrismaTx, userId: UserScope, id: string): Promise<string | null> {
  return (await findConversation(userId, id, tx))?.activeLeafId ?? null;
}

function ownId(conversationId: string): string {
  if (!isId(conversationId)) throw new AppError('not-found', sharingTexts.gone);
  return conversationId;
}

const PAGE_SIZE = 50;
const cursorShape = z.tuple([z.coerce.number().int().min(0).max(8.64e15), z.string().min(1)]);

/** A page of all the user's public links, newest first. @throws AppError `invalid` for a forged cursor. */
export async function listSharePage(userId: UserScope, cursor: string | null): Promise<SharePage> {
  const rows = await table.listShares(sql, userId, parse(cursor), PAGE_SIZE + 1, new Date());
  const page = rows.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return {
    items: page.map((row) => ({
      id: row.id,
      url: shareUrl(row.id),
      conversationId: row.conversationId,
      title: displayTitle(row.title),
      createdAt: row.createdAt.getTime(),
      expiresAt: row.expiresAt?.getTime() ?? null,
    })),
    cursor: rows.length > PAGE_SIZE && last ? `${last.createdAt.getTime()}.${last.id}` : null,
  };
}

function parse(cursor: string | null): { createdAt: Date; id: string } | null {
  if (cursor === null) return null;
  const parsed = cursorShape.safeParse(cursor.split('.'));
  if (!parsed.success) throw new AppError('invalid', 'This page doesn’t exist.');
  return { createdAt: new Date(parsed.data[0]), id: parsed.data[1] };
}

/** The job that removes expired links and marks their conversations as private. */
export async function endShares(now: Date): Promise<void> {
  for (const { userId: ownerId, conversationId } of await table.findEndedShares(now)) {
    const userId = userScope(ownerId);
    await prismaTransaction(async (tx, sql) => {
      const conversation = await lockConversation(sql, userId, conversationId);
      const ended = await table.deleteShare(tx, userId, conversationId, now);
      // Its owner may have extended it meanwhile; a deleted conversation has no mark to change.
      if (ended && conversation) await markPublic(tx, sql, userId, conversationId, false);
    });
  }
}
