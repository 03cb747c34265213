import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { chatRefusals } from '../refusals';
import { findMessage } from './message-data.server';

/** An answer with what it is about; of long texts, as much as their rows have. */
export interface AnsweredTurn {
  conversationId: string;
  questionId: string;
  question: string;
  /** The answer before the question; empty for none. */
  before: string;
  /** The text so far. */
  answer: string;
}

/** @throws AppError `not-found` for what is no answer of this user to a question */
export async function readTurn(userId: UserScope, answerId: string): Promise<AnsweredTurn> {
  const answer = isId(answerId) ? await findMessage(sql, userId, answerId) : null;
  const question =
    answer?.role === 'assistant' && answer.parentId !== null
      ? await findMessage(sql, userId, answer.parentId)
      : null;
  if (!answer || !question) throw new AppError('not-found', chatRefusals.messageGone);
  const { conversationId, content } = answer;
  const before = question.parentId ? await findMessage(sql, userId, question.parentId) : null;
  return {
    ...{ conversationId, questionId: question.id, answer: content },
    question: question.content,
    before: before?.content ?? '',
  };
}
