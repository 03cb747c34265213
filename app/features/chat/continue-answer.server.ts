import { queueContinuation, startRun } from '~/features/generation/index.server';
import { defaultModel } from '~/gateways/ai/index.server';
import { isUniqueViolation, sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { announce } from './changes.server';
import { chatMessages } from './messages';
import { buildContinuation, MAX_TOKENS, TEMPERATURE } from './prompt';
import { findAnswer, lockConversation, readHistory } from './tables.server';

/**
 * Takes up an answer that was stopped, interrupted or broken off; its text goes on where it stopped.
 * @throws AppError `not-found`, `conflict`, `out-of-tokens`.
 */
export async function continueAnswer(userId: string, id: string): Promise<void> {
  const answer = await findAnswer(sql, userId, id);
  if (!answer) throw new AppError('not-found', 'This answer is no longer there.');
  const { conversationId } = answer;
  const model = defaultModel();

  try {
    const { run, prompt, tell } = await transaction(async (tx) => {
      if (!(await lockConversation(tx, userId, conversationId))) {
        throw new AppError('not-found', chatMessages.gone);
      }
      const history = await readHistory(tx, userId, conversationId);
      const upTo = history.findIndex((message) => message.id === id);
      const prompt = buildContinuation(history.slice(0, upTo + 1));
      const run = await queueContinuation(tx, {
        id,
        userId,
        conversationId,
        kind: 'chat',
        model,
        promptTokens: prompt.tokens,
        maxTokens: MAX_TOKENS,
        prior: history[upTo]?.content ?? '',
      });
      const tell = await announce(tx, userId, {
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
