import { publish, type LiveEvent } from '~/engine/events/index.server';
import { queueContinuation, startRun } from '~/engine/generation/index.server';
import { hasVision } from '~/gateways/ai/index.server';
import { isUniqueViolation, sql, transaction, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { readBasis } from './answer-basis.server';
import { switchBranch } from '../messages/choose-branch.server';
import { lockConversation } from '../conversations/conversation-data.server';
import { readHistory } from './history.server';
import { getText } from '../messages/message-objects.server';
import { moveContentIn } from '../messages/message-overflow.server';
import { findMessage, readTree, type MessageRow } from '../messages/message-data.server';
import { newestLeaf, pathTo } from '../messages/message-tree';
import { chatTexts } from '../texts';
import { chatRefusals } from '../refusals';
import { buildContinuation, MAX_TOKENS, TEMPERATURE } from './prompt';

/**
 * Takes up an answer that was stopped, interrupted or broken off; its text goes on where it stopped.
 * @throws AppError `not-found`, `conflict`, `out-of-tokens`.
 */
export async function continueAnswer(userId: UserScope, id: string): Promise<void> {
  const answer = await findMessage(sql, userId, id);
  if (answer?.role !== 'assistant') {
    throw new AppError('not-found', 'This answer is no longer there.');
  }
  const { conversationId } = answer;
  const { model, grounds } = await readBasis(userId, conversationId);
  const prior = await contentOf(answer);

  try {
    const { run, prompt } = await transaction(async (tx) => {
      const locked = await lockConversation(tx, userId, conversationId);
      if (!locked) throw new AppError('not-found', chatTexts.gone);
      const now = await findMessage(tx, userId, id);
      if (now?.content !== answer.content || now.contentUrl !== answer.contentUrl) {
        // It went on in another tab since it was read.
        throw new AppError('conflict', chatRefusals.busy);
      }
      if (answer.contentUrl !== null) await moveContentIn(tx, userId, id, prior);
      const history = await readHistory(tx, userId, conversationId, id, {
        sees: hasVision(model),
      });
      const prompt = buildContinuation(history, grounds);
      const run = await queueContinuation(tx, {
        id,
        userId,
        conversationId,
        kind: 'chat',
        model,
        promptTokens: prompt.tokens,
        maxTokens: MAX_TOKENS,
        prior,
      });
      const shown = await showAnswer(tx, { userId, conversationId, id, ...locked });
      await publish(tx, userId, ...shown, {
        topic: 'answer',
        data: { id, conversationId, state: 'queued', reason: null },
      });
      return { run, prompt };
    });
    startRun(run, { messages: prompt.messages, temperature: TEMPERATURE });
  } catch (error) {
    if (isUniqueViolation(error, 'generations_one_running_per_conversation')) {
      throw new AppError('conflict', chatRefusals.busy);
    }
    throw error;
  }
}

/** The text must be whole to go on. @throws AppError `unavailable` */
async function contentOf({ content, contentUrl }: MessageRow): Promise<string> {
  if (contentUrl === null) return content;
  try {
    return await getText(contentUrl);
  } catch (cause) {
    throw new AppError('unavailable', chatRefusals.restMissing, { cause });
  }
}

/** What is being written is always shown: a tab may not know yet that another branch was chosen. */
async function showAnswer(
  tx: Sql,
  answer: { userId: UserScope; conversationId: string; id: string; activeLeafId: string | null },
): Promise<LiveEvent[]> {
  const { userId, conversationId, id, activeLeafId } = answer;
  const tree = await readTree(tx, userId, conversationId);
  if (pathTo(tree, activeLeafId).includes(id)) return [];
  const leafId = newestLeaf(tree, id);
  return leafId === null ? [] : switchBranch(tx, { userId, conversationId, tree, leafId });
}
