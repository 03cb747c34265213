import { reserveSequence } from '~/engine/events/index.server';
import { queueRun, type QueuedRun } from '~/engine/generation/index.server';
import { isUniqueViolation, sql, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { touchConversation } from '../conversations/conversation-data.server';
import { findSent } from '../messages/message-data.server';
import { chatTexts } from '../texts';
import { chatRefusals } from '../refusals';
import { MAX_TOKENS } from './prompt';
import type { Sent } from '../conversations/conversation';

export interface Turn extends Sent {
  userId: UserScope;
  /** What the list shows of the question until the answer has words. */
  preview: string;
  promptTokens: number;
  model: string;
}

/**
 * Queues an answer whose row is there, in a locked conversation, which from now on shows the branch that ends with it.
 * Start the run right after the commit.
 * @throws AppError `out-of-tokens`, or what `sentOnce` makes words of.
 */
export async function queueTurn(
  tx: Sql,
  { userId, conversationId, answerId, preview, promptTokens, model }: Turn,
): Promise<QueuedRun> {
  const run = await queueRun(tx, {
    id: answerId,
    userId,
    conversationId,
    kind: 'chat',
    model,
    promptTokens,
    maxTokens: MAX_TOKENS,
  });
  const [conversation, tell] = await Promise.all([
    touchConversation(tx, userId, conversationId, preview, answerId),
    reserveSequence(tx, userId),
  ]);
  if (!conversation) throw new AppError('not-found', chatTexts.gone);
  tell(
    { topic: 'conversation', data: { type: 'changed', conversation } },
    { topic: 'answer', data: { id: answerId, conversationId, state: 'queued', reason: null } },
  );
  return run;
}

/**
 * Does what a request with this key asks for, once: repeated, it gets what the first has made.
 * @throws AppError `conflict` while another answer is running there.
 */
export async function sentOnce(
  { userId, clientKey }: { userId: UserScope; clientKey: string },
  send: () => Promise<Sent>,
): Promise<Sent> {
  try {
    return await send();
  } catch (error) {
    if (isUniqueViolation(error, 'messages_user_id_client_key_key')) {
      const sent = await findSent(sql, userId, clientKey);
      if (sent) return sent;
    }
    if (isUniqueViolation(error, 'generations_one_running_per_conversation')) {
      throw new AppError('conflict', chatRefusals.busy);
    }
    throw error;
  }
}
