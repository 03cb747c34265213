import { startRun } from '~/engine/generation/index.server';
import { hasVision } from '~/gateways/ai/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { readBasis } from './answer-basis.server';
import { lockConversation } from '../conversations/conversation-data.server';
import { readHistory } from './history.server';
import { findMessage, insertAnotherAnswer } from '../messages/message-data.server';
import { chatTexts } from '../texts';
import { chatRefusals } from '../refusals';
import { savedPreview } from '../conversations/settings/titles';
import { buildPrompt, TEMPERATURE } from './prompt';
import { queueTurn, sentOnce } from './queue-turn.server';
import type { Sent } from '../conversations/conversation';

export interface RegenerateRequest {
  userId: UserScope;
  /** The answer of which another version is wanted. */
  answerId: string;
  /** Made by the browser: a repeated request asks once. */
  clientKey: string;
}

/**
 * Asks the question of an answer again. The old answer stays, with all that followed it.
 * @throws AppError `not-found`, `conflict` while an answer is running there, `out-of-tokens`.
 */
export function regenerateAnswer(request: RegenerateRequest): Promise<Sent> {
  return sentOnce(request, () => regenerate(request));
}

async function regenerate({ userId, answerId, clientKey }: RegenerateRequest): Promise<Sent> {
  const original = isId(answerId) ? await findMessage(sql, userId, answerId) : null;
  if (original?.role !== 'assistant') throw new AppError('not-found', chatRefusals.messageGone);
  const { conversationId, parentId: questionId } = original;
  // What was imported may begin with an answer.
  if (questionId === null) throw new AppError('conflict', chatRefusals.nothingAsked);
  const sent: Sent = { conversationId, questionId, answerId: newId() };
  const { model, grounds } = await readBasis(userId, conversationId);
  const sees = hasVision(model);
  const history = await readHistory(sql, userId, conversationId, questionId, { sees });
  const prompt = buildPrompt(history, grounds);

  const run = await transaction(async (tx) => {
    if (!(await lockConversation(tx, userId, conversationId))) {
      throw new AppError('not-found', chatTexts.gone);
    }
    await insertAnotherAnswer(tx, { ...sent, userId, clientKey, model });
    const preview = savedPreview(history.at(-1)?.content ?? '');
    return queueTurn(tx, { ...sent, userId, preview, promptTokens: prompt.tokens, model });
  });

  startRun(run, { messages: prompt.messages, temperature: TEMPERATURE });
  return sent;
}
