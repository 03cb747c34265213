import { queueRun, startRun } from '~/features/generation/index.server';
import { defaultModel } from '~/gateways/ai/index.server';
import { isUniqueViolation, sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';

import { announce } from './changes.server';
import { makeTitle } from './make-title.server';
import { chatMessages } from './messages';
import { savedPreview } from './preview';
import { buildPrompt, MAX_TOKENS, TEMPERATURE } from './prompt';
import {
  findSent,
  insertConversation,
  insertQuestionAndAnswer,
  lockConversation,
  readHistory,
  touchConversation,
} from './tables.server';

/** Beyond what any model reads at once; the browser's field has the same limit. In UTF-16 units. */
export const MAX_MESSAGE_LENGTH = 1_000_000;

export interface SendRequest {
  userId: string;
  /** Null: the message opens a new conversation. */
  conversationId: string | null;
  content: string;
  /** Made by the browser: a repeated request sends the message once. */
  clientKey: string;
}

export interface Sent {
  conversationId: string;
  questionId: string;
  /** The answer's message, and its generation. */
  answerId: string;
}

/**
 * Stores a message and sets its answer going; the answer belongs to the server from here on.
 * @throws AppError `invalid` (blank or too long), `not-found`, `conflict` while an answer is running there,
 *   `out-of-tokens`.
 */
export async function sendMessage(request: SendRequest): Promise<Sent> {
  const { userId, clientKey } = request;
  // Postgres takes neither NUL nor half a character.
  const content = request.content.replaceAll('\0', '').toWellFormed();
  if (content.trim() === '') throw new AppError('invalid', 'Please write a message first.');
  if (content.length > MAX_MESSAGE_LENGTH) throw new AppError('invalid', chatMessages.tooLong);

  try {
    return await send({ ...request, content });
  } catch (error) {
    if (isUniqueViolation(error, 'messages_user_id_client_key_key')) {
      const sent = await findSent(sql, userId, clientKey);
      if (sent) return sent;
    }
    if (isUniqueViolation(error, 'generations_one_running_per_conversation')) {
      throw new AppError('conflict', chatMessages.busy);
    }
    throw error;
  }
}

async function send({ userId, conversationId, content, clientKey }: SendRequest): Promise<Sent> {
  const model = defaultModel();
  const sent: Sent = {
    conversationId: conversationId ?? newId(),
    questionId: newId(),
    answerId: newId(),
  };
  const history = conversationId ? await readHistory(sql, userId, conversationId) : [];
  const prompt = buildPrompt([...history, { role: 'user', content }]);

  const { run, tell } = await transaction(async (tx) => {
    if (!conversationId) {
      await insertConversation(tx, userId, sent.conversationId);
    } else if (!(await lockConversation(tx, userId, conversationId))) {
      throw new AppError('not-found', chatMessages.gone);
    }
    await insertQuestionAndAnswer(tx, { ...sent, userId, content, clientKey, model });
    const run = await queueRun(tx, {
      id: sent.answerId,
      userId,
      conversationId: sent.conversationId,
      kind: 'chat',
      model,
      promptTokens: prompt.tokens,
      maxTokens: MAX_TOKENS,
    });
    const conversation = await touchConversation(
      tx,
      userId,
      sent.conversationId,
      savedPreview(content),
    );
    if (!conversation) throw new AppError('not-found', chatMessages.gone);
    const tell = await announce(
      tx,
      userId,
      { topic: 'conversation', data: { type: 'changed', conversation } },
      {
        topic: 'answer',
        data: {
          id: sent.answerId,
          conversationId: sent.conversationId,
          state: 'queued',
          reason: null,
        },
      },
    );
    return { run, tell };
  });

  startRun(run, { messages: prompt.messages, temperature: TEMPERATURE });
  tell();
  if (history.length === 0) void makeTitle({ userId, id: sent.conversationId, content });
  return sent;
}
