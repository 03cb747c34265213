import { publish, type LiveEvent } from '~/engine/events/index.server';
import { runningOfConversations } from '~/engine/generation/index.server';
import { transaction, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { lockConversation, showBranch } from '../conversations/conversation-data.server';
import { findMessage, readTree } from './message-data.server';
import { newestLeaf, pathTo, type MessageNode } from './message-tree';
import { chatTexts } from '../texts';
import { chatRefusals } from '../refusals';
import { savedPreview } from '../conversations/settings/titles';

/**
 * Shows the branch through a message in all tabs, down to its last shown leaf; keeps the current branch if the message is in
 * it. Returns the id of the branch's leaf.
 * @throws AppError `not-found`, `conflict` while an answer is being written there.
 */
export async function chooseBranch(
  userId: UserScope,
  conversationId: string | undefined,
  messageId: string,
): Promise<string> {
  return transaction(async (tx) => {
    const locked = isId(conversationId) ? await lockConversation(tx, userId, conversationId) : null;
    if (!locked || !isId(conversationId)) throw new AppError('not-found', chatTexts.gone);
    if ((await runningOfConversations(tx, userId, [conversationId])).length > 0) {
      throw new AppError('conflict', chatRefusals.busy);
    }
    const tree = await readTree(tx, userId, conversationId);
    const { activeLeafId } = locked;
    if (activeLeafId !== null && pathTo(tree, activeLeafId).includes(messageId)) {
      return activeLeafId;
    }
    const leafId = newestLeaf(tree, messageId);
    if (leafId === null) throw new AppError('not-found', chatRefusals.messageGone);
    const changes = await switchBranch(tx, { userId, conversationId, tree, leafId });
    await publish(tx, userId, ...changes);
    return leafId;
  });
}

/** Shows the branch that ends with a leaf, in a locked conversation. Returns the events to publish. */
export async function switchBranch(
  tx: Sql,
  branch: {
    userId: UserScope;
    conversationId: string;
    tree: readonly MessageNode[];
    leafId: string;
  },
): Promise<LiveEvent[]> {
  const { userId, conversationId, tree, leafId } = branch;
  const lastMessage = await previewOf(tx, userId, pathTo(tree, leafId));
  const conversation = await showBranch(tx, userId, conversationId, { leafId, lastMessage });
  if (!conversation) throw new AppError('not-found', chatTexts.gone);
  return [
    { topic: 'conversation', data: { type: 'changed', conversation } },
    { topic: 'branch', data: { conversationId, leafId } },
  ];
}

/** The preview of a branch's last message, or of the question if the answer has no text; null if neither has any. */
async function previewOf(
  tx: Sql,
  userId: UserScope,
  path: readonly string[],
): Promise<string | null> {
  for (const id of path.slice(-2).reverse()) {
    const preview = savedPreview((await findMessage(tx, userId, id))?.content ?? '');
    if (preview !== '') return preview;
  }
  return null;
}
