import { queueContinuation, startRun } from '~/features/generation/index.server';
import { isUniqueViolation, sql, transaction, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { readBasis } from './answer-basis.server';
import { announce, type ChatChange } from './changes.server';
import { switchBranch } from './choose-branch.server';
import { lockConversation } from './conversation-table.server';
import { findMessage, readHistory, readTree } from './message-table.server';
import { newestLeaf, pathTo } from './message-tree';
import { chatMessages } from './messages';
import { buildContinuation, MAX_TOKENS, TEMPERATURE } from './prompt';

/**
 * Takes up an answer that was stopped, interrupted or broken off; its text goes on where it stopped.
 * @throws AppError `not-found`, `conflict`, `out-of-tokens`.
 */
export async function continueAnswer(userId: string, id: string): Promise<void> {
  const answer = await findMessage(sql, userId, id);
  if (answer?.role !== 'assistant') {
    throw new AppError('not-found', 'This answer is no longer there.');
  }
  const { conversationId } = answer;
  const { model, grounds } = await readBasis(userId, conversationId);

  try {
    const { run, prompt, tell } = await transaction(async (tx) => {
      const locked = await lockConversation(tx, userId, conversationId);
      if (!locked) throw new AppError('not-found', chatMessages.gone);
      const history = await readHistory(tx, userId, conversationId, id);
      const prompt = buildContinuation(history, grounds);
      const run = await queueContinuation(tx, {
        id,
        userId,
        conversationId,
        kind: 'chat',
        model,
        promptTokens: prompt.tokens,
        maxTokens: MAX_TOKENS,
        prior: history.at(-1)?.content ?? '',
      });
      const shown = await showAnswer(tx, { userId, conversationId, id, ...locked });
      const tell = await announce(tx, userId, ...shown, {
        topic: 'answer',
        data: { id, conversationId, state: 'queued', reason: null },
      });
      return { run, prompt, tell };
    });
    startRun(run, { messages: prompt.messages, temperature: TEMPERATURE });
    tell();
  } catch (error) {
    if (isUniqueViolation(error, 'generations_one_running_per_conversation')) {
      throw new AppError('conflict', chatMessages.busy);
    }
    throw error;
  }
}

/** What is being written is always shown: a tab may not know yet that another branch was chosen. */
async function showAnswer(
  tx: Sql,
  answer: { userId: string; conversationId: string; id: string; activeLeafId: string | null },
): Promise<ChatChange[]> {
  const { userId, conversationId, id, activeLeafId } = answer;
  const tree = await readTree(tx, userId, conversationId);
  if (pathTo(tree, activeLeafId).includes(id)) return [];
  const leafId = newestLeaf(tree, id);
  return leafId === null ? [] : switchBranch(tx, { userId, conversationId, tree, leafId });
}
