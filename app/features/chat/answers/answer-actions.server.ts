import { startRun, queueContinuation } from '~/engine/generation/index.server';
import { keepSources } from '~/features/brand/index.server';
import { hasVision } from '~/gateways/ai/index.server';
import { sql, transaction, isUniqueViolation, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';
import { publish, type LiveEvent } from '~/engine/events/index.server';

import { readBasis, withDocument, withQuestion } from './answer-basis.server';
import type { MessageImage } from '../images/message-image';
import { messageImages } from '../images/message-images.server';
import { withImageOffer } from '../images/offer-image.server';
import { lockConversation } from '../conversations/conversation-data.server';
import { readHistory } from './history.server';
import {
  findMessage,
  inheritAttached,
  insertQuestionAndAnswer,
  insertAnotherAnswer,
  readTree,
  type MessageRow,
} from '../messages/message-data.server';
import { chatTexts } from '../texts';
import { chatRefusals } from '../refusals';
import { moveOutSoon } from '../messages/message-overflow.server';
import { MAX_TEXT } from '../messages/overflow';
import { savedPreview } from '../conversations/settings/titles';
import { buildPrompt, TEMPERATURE, buildContinuation } from './prompt';
import { roomFor, toolsFor } from './tools-for-answer.server';
import {
  contextOfPrompt,
  queueTurn,
  sentOnce,
  startTurn,
  storableContent,
} from './send-message.server';
import type { Sent } from '../conversations/conversation';
import { switchBranch } from '../messages/choose-branch.server';
import { getText } from '../messages/message-objects.server';
import { moveContentIn } from '../messages/message-overflow.server';
import { newestLeaf, pathTo } from '../messages/message-tree';

export interface EditRequest {
  userId: UserScope;
  /** The message to write another version of. */
  questionId: string;
  content: string;
  /** Made by the browser, so that a repeated request writes only one version. */
  clientKey: string;
  /** The document that is open beside the conversation. */
  documentId?: string;
}

/**
 * Writes another version of a person's earlier message in the same place. The old one stays, with everything after it.
 * @throws AppError `invalid` (blank or too long), `not-found`, `conflict` while an answer is running there,
 *   `out-of-tokens`.
 */
export async function editMessage(request: EditRequest): Promise<Sent> {
  const content = storableContent(request.content);
  return sentOnce(request, () => edit({ ...request, content }));
}

async function edit(request: EditRequest): Promise<Sent> {
  const { userId, questionId, content, clientKey, documentId } = request;
  const original = isId(questionId) ? await findMessage(sql, userId, questionId) : null;
  if (original?.role !== 'user') throw new AppError('not-found', chatRefusals.messageGone);
  const { conversationId, parentId } = original;
  const sent: Sent = { conversationId, questionId: newId(), answerId: newId() };
  const basis = await readBasis(userId, conversationId);
  const sourced = await withQuestion(userId, basis, content);
  const about = await withDocument(userId, sourced, { conversationId, documentId });
  const { model, effort, grounds, sources, document, offer } = withImageOffer(about, {
    question: content,
    images: await imagesOf(userId, questionId),
  });
  const sees = hasVision(model);
  const history = await readHistory(sql, userId, conversationId, questionId, { sees });
  // The same files with another text.
  const prompt = buildPrompt(
    history.map((message) =>
      message.id === questionId ? { ...message, id: sent.questionId, content } : message,
    ),
    grounds,
    roomFor(model),
  );

  const turn = await transaction(async (tx) => {
    if (!(await lockConversation(tx, userId, conversationId))) {
      throw new AppError('not-found', chatTexts.gone);
    }
    await insertQuestionAndAnswer(tx, { ...sent, userId, parentId, content, clientKey, model });
    await inheritAttached(tx, userId, questionId, sent.questionId);
    await messageImages().inherit(tx, userId, questionId, sent.questionId);
    const preview = savedPreview(content);
    return queueTurn(tx, {
      ...sent,
      ...{ userId, preview, prompt, model, sources, document, question: content },
    });
  });

  startTurn(turn, { prompt, effort });
  if (content.length > MAX_TEXT) moveOutSoon(userId, sent.questionId);
  return { ...sent, ...(offer && { imageOffer: offer }) };
}

async function imagesOf(userId: UserScope, messageId: string): Promise<MessageImage[]> {
  return (await messageImages().of(userId, [messageId])).get(messageId) ?? [];
}

export interface RegenerateRequest {
  userId: UserScope;
  /** The answer to regenerate. */
  answerId: string;
  /** Made by the browser, so that a repeated request starts only one answer. */
  clientKey: string;
  /** The document that is open beside the conversation. */
  documentId?: string;
}

/**
 * Answers a question again. The old answer stays, with everything after it.
 * @throws AppError `not-found`, `conflict` while an answer is running there, `out-of-tokens`.
 */
export function regenerateAnswer(request: RegenerateRequest): Promise<Sent> {
  return sentOnce(request, () => regenerate(request));
}

async function regenerate(request: RegenerateRequest): Promise<Sent> {
  const { userId, answerId, clientKey, documentId } = request;
  const original = isId(answerId) ? await findMessage(sql, userId, answerId) : null;
  if (original?.role !== 'assistant') throw new AppError('not-found', chatRefusals.messageGone);
  const { conversationId, parentId: questionId } = original;
  // An import may begin with an answer.
  if (questionId === null) throw new AppError('conflict', chatRefusals.nothingAsked);
  const sent: Sent = { conversationId, questionId, answerId: newId() };
  const basis = await readBasis(userId, conversationId);
  const sees = hasVision(basis.model);
  const history = await readHistory(sql, userId, conversationId, questionId, { sees });
  const question = history.at(-1)?.content ?? '';
  const sourced = await withQuestion(userId, basis, question);
  const about = await withDocument(userId, sourced, { conversationId, documentId });
  const { model, effort, grounds, sources, document, offer } = withImageOffer(about, {
    question,
    images: await imagesOf(userId, questionId),
  });
  const prompt = buildPrompt(history, grounds, roomFor(model));

  const turn = await transaction(async (tx) => {
    if (!(await lockConversation(tx, userId, conversationId))) {
      throw new AppError('not-found', chatTexts.gone);
    }
    await insertAnotherAnswer(tx, { ...sent, userId, clientKey, model });
    const preview = savedPreview(question);
    return queueTurn(tx, {
      ...sent,
      ...{ userId, preview, prompt, model, sources, document, question },
    });
  });

  startTurn(turn, { prompt, effort });
  return { ...sent, ...(offer && { imageOffer: offer }) };
}

/**
 * Continues an answer that was stopped, interrupted, or failed; its text continues where it stopped.
 * @throws AppError `not-found`, `conflict`, `out-of-tokens`.
 */
export async function continueAnswer(userId: UserScope, id: string): Promise<void> {
  const answer = await findMessage(sql, userId, id);
  if (answer?.role !== 'assistant') {
    throw new AppError('not-found', 'This answer no longer exists.');
  }
  const { conversationId } = answer;
  const basis = await readBasis(userId, conversationId);
  const asked = answer.parentId === null ? null : await findMessage(sql, userId, answer.parentId);
  const question = asked?.content ?? '';
  const { model, effort, grounds, sources } = await withQuestion(userId, basis, question, id);
  const prior = await contentOf(answer);

  try {
    const { run, prompt } = await transaction(async (tx) => {
      const locked = await lockConversation(tx, userId, conversationId);
      if (!locked) throw new AppError('not-found', chatTexts.gone);
      const now = await findMessage(tx, userId, id);
      if (now?.content !== answer.content || now.contentUrl !== answer.contentUrl) {
        // Another tab has continued it since it was read.
        throw new AppError('conflict', chatRefusals.busy);
      }
      if (answer.contentUrl !== null) await moveContentIn(tx, userId, id, prior);
      const history = await readHistory(tx, userId, conversationId, id, {
        sees: hasVision(model),
      });
      const room = roomFor(model);
      const prompt = buildContinuation(history, grounds, room);
      const run = await queueContinuation(tx, {
        id,
        userId,
        conversationId,
        kind: 'chat',
        model,
        promptTokens: prompt.tokens,
        maxTokens: room.answer,
        context: prompt.context,
        prior,
      });
      await keepSources(tx, userId, id, sources, 'passages');
      const shown = await showAnswer(tx, { userId, conversationId, id, ...locked });
      await publish(tx, userId, ...shown, {
        topic: 'answer',
        data: {
          ...{ id, conversationId, state: 'queued', reason: null },
          context: contextOfPrompt(model, prompt),
        },
      });
      return { run, prompt };
    });
    startRun(run, {
      ...{ messages: prompt.messages, temperature: TEMPERATURE, effort },
      tools: toolsFor(model),
    });
  } catch (error) {
    if (isUniqueViolation(error, 'generations_one_running_per_conversation')) {
      throw new AppError('conflict', chatRefusals.busy);
    }
    throw error;
  }
}

/** The whole text, which continuing requires. @throws AppError `unavailable` */
async function contentOf({ content, contentUrl }: MessageRow): Promise<string> {
  if (contentUrl === null) return content;
  try {
    return await getText(contentUrl);
  } catch (cause) {
    throw new AppError('unavailable', chatRefusals.restMissing, { cause });
  }
}

/** Shows the branch of the answer in all tabs: one may not know yet that another branch was chosen. */
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
