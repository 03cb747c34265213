import { isRunning } from '~/engine/generation';
import { readProgress } from '~/engine/generation/index.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { chatRefusals } from '../refusals';
import { findMessage } from './message-data.server';
import { requireConversation } from './read-transcript.server';

/** An answer with what it is about; of long texts, as much as their rows have. */
export interface AnsweredTurn {
  conversationId: string;
  questionId: string;
  question: string;
  /** The answer before the question; empty for none. */
  before: string;
  answer: string;
}

/**
 * @throws AppError `not-found` for what is no answer of this user to a question, or of a deleted conversation; `conflict` while it
 *   is written
 */
export async function readTurn(userId: UserScope, answerId: string): Promise<AnsweredTurn> {
  const answer = isId(answerId) ? await findMessage(sql, userId, answerId) : null;
  const question =
    answer?.role === 'assistant' && answer.parentId !== null
      ? await findMessage(sql, userId, answer.parentId)
      : null;
  if (!answer || !question) throw new AppError('not-found', chatRefusals.messageGone);
  const { conversationId, content } = answer;
  await requireConversation(userId, conversationId);
  const written = await readProgress(userId, answerId);
  if (written && isRunning(written.state)) {
    throw new AppError('conflict', chatRefusals.notComplete);
  }
  const before = question.parentId ? await findMessage(sql, userId, question.parentId) : null;
  return {
    ...{ conversationId, questionId: question.id, answer: content },
    question: question.content,
    before: before?.content ?? '',
  };
}
