import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { readStanding } from '../conversations/conversation-data.server';
import { savedPreview } from '../conversations/settings/titles';
import { readAnswersWithPassages } from '../messages/message-data.server';
import { chatTexts } from '../texts';

/** A question that was sent with passages of documents. */
export interface QuestionWithPassages {
  /** The answer, under whose id they are stored. */
  answerId: string;
  /** The beginning of the question. */
  question: string;
  askedAt: string;
}

const PAGE = 20;

/**
 * The questions of a conversation that were sent with passages, in all versions, the newest first. `before` is the answer
 * after which older ones follow; null if there are none.
 * @throws AppError `not-found`
 */
export async function listPassages(
  userId: UserScope,
  conversationId: string,
  after: string | null,
): Promise<{ questions: QuestionWithPassages[]; before: string | null }> {
  if (!isId(conversationId) || !(await readStanding(sql, userId, conversationId))) {
    throw new AppError('not-found', chatTexts.gone);
  }
  const before = isId(after ?? undefined) ? after : null;
  const answers = await readAnswersWithPassages(sql, userId, conversationId, before, PAGE + 1);
  const page = answers.slice(0, PAGE);
  return {
    questions: page.map(({ id, question, timestamp }) => ({
      answerId: id,
      question: savedPreview(question),
      askedAt: timestamp.toISOString(),
    })),
    before: answers.length > PAGE ? (page.at(-1)?.id ?? null) : null,
  };
}
