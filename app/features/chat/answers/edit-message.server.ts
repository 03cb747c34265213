import { startRun } from '~/engine/generation/index.server';
import { hasVision } from '~/gateways/ai/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { readBasis } from './answer-basis.server';
import { lockConversation } from '../conversations/conversation-data.server';
import { readHistory } from './history.server';
import {
  findMessage,
  inheritAttached,
  insertQuestionAndAnswer,
} from '../messages/message-data.server';
import { chatTexts } from '../texts';
import { chatRefusals } from '../refusals';
import { moveOutSoon } from '../messages/move-out.server';
import { MAX_TEXT } from '../messages/overflow';
import { savedPreview } from '../conversations/settings/titles';
import { buildPrompt, TEMPERATURE } from './prompt';
import { queueTurn, sentOnce } from './queue-turn.server';
import { storableContent } from './send-message.server';
import type { Sent } from '../conversations/conversation';

export interface EditRequest {
  userId: UserScope;
  /** The message of which another version is asked. */
  questionId: string;
  content: string;
  /** Made by the browser: a repeated request asks once. */
  clientKey: string;
}

/**
 * Asks another version of a person's earlier message, at the same place. The old one stays, with all that followed it.
 * @throws AppError `invalid` (blank or too long), `not-found`, `conflict` while an answer is running there,
 *   `out-of-tokens`.
 */
export async function editMessage(request: EditRequest): Promise<Sent> {
  const content = storableContent(request.content);
  return sentOnce(request, () => edit({ ...request, content }));
}

async function edit({ userId, questionId, content, clientKey }: EditRequest): Promise<Sent> {
  const original = isId(questionId) ? await findMessage(sql, userId, questionId) : null;
  if (original?.role !== 'user') throw new AppError('not-found', chatRefusals.messageGone);
  const { conversationId, parentId } = original;
  const sent: Sent = { conversationId, questionId: newId(), answerId: newId() };
  const { model, grounds } = await readBasis(userId, conversationId);
  const sees = hasVision(model);
  const history = await readHistory(sql, userId, conversationId, questionId, { sees });
  // The same files, other words.
  const prompt = buildPrompt(
    history.map((message) => (message.id === questionId ? { ...message, content } : message)),
    grounds,
  );

  const run = await transaction(async (tx) => {
    if (!(await lockConversation(tx, userId, conversationId))) {
      throw new AppError('not-found', chatTexts.gone);
    }
    await insertQuestionAndAnswer(tx, { ...sent, userId, parentId, content, clientKey, model });
    await inheritAttached(tx, userId, questionId, sent.questionId);
    const preview = savedPreview(content);
    return queueTurn(tx, { ...sent, userId, preview, promptTokens: prompt.tokens, model });
  });

  startRun(run, { messages: prompt.messages, temperature: TEMPERATURE });
  if (content.length > MAX_TEXT) moveOutSoon(userId, sent.questionId);
  return sent;
}
