import {
  type ModelInput,
  queueRun,
  type QueuedRun,
  reservationFor,
  startRun,
} from '~/engine/generation/index.server';
import { keepSources, type SentSources } from '~/features/brand/index.server';
import { hasVision } from '~/gateways/ai/index.server';
import { sql, transaction, type Sql, isUniqueViolation } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';
import { killPoint } from '~/lib/kill-points.server';
import type { UserScope } from '~/lib/scope';
import { reserveSequence } from '~/engine/events/index.server';
import { storable } from '~/lib/text/storable';

import { cannotSee } from '../attachments/texts';
import {
  readImages,
  takeAttachments,
  tieAttachments,
  type TakenFiles,
} from '../attachments/take-attachments.server';
import { basisOf, readBasis, withDocument, withQuestion } from './answer-basis.server';
import { checkSettings } from '../conversations/conversation-actions.server';
import {
  type AskedDocument,
  editingAnswer,
  keepAsked,
} from '../documents/ask/ask-about-document.server';
import {
  NO_SETTINGS,
  type ConversationSettings,
  type Effort,
} from '../conversations/settings/conversation-settings';
import {
  insertConversation,
  lockConversation,
  touchConversation,
} from '../conversations/conversation-data.server';
import { messageImages } from '../images/message-images.server';
import { chosenImageText, withImageOffer } from '../images/offer-image.server';
import { readHistory } from './history.server';
import { makeTitle } from '../conversations/settings/make-title.server';
import { findSent, insertQuestionAndAnswer } from '../messages/message-data.server';
import { chatTexts } from '../texts';
import { chatRefusals } from '../refusals';
import { moveOutSoon } from '../messages/message-overflow.server';
import { MAX_TEXT } from '../messages/overflow';
import { savedPreview } from '../conversations/settings/titles';
import { buildPrompt, type Prompt, TEMPERATURE } from './prompt';
import { shownContext } from './shown-usage.server';
import { roomFor, toolsFor } from './tools-for-answer.server';
import type { AnswerContext, Sent } from '../conversations/conversation';

/** More than any model reads at once, in UTF-16 units; the browser's field has the same limit. */
export const MAX_MESSAGE_LENGTH = 1_000_000;

export interface SendRequest {
  userId: UserScope;
  /** Null: the message opens a new conversation. */
  conversationId: string | null;
  content: string;
  /** The settings of a new conversation; an existing one has its own. */
  settings?: ConversationSettings;
  /** Made by the browser, so that a repeated request sends the message once. */
  clientKey: string;
  /** Uploaded files to send with it, in order. */
  attachmentIds?: readonly string[];
  /** The document that is open beside the conversation. */
  documentId?: string;
  /** An image of the gallery to change, or to start from. */
  imageId?: string;
}

/**
 * Appends a message to the branch that is shown and starts its answer, which belongs to the server from then on.
 * Repeated requests return the first result.
 * @throws AppError `invalid` (blank, too long, or images for a model that sees none), `not-found`, `conflict` while an
 *   answer is running there, `out-of-tokens`.
 */
export async function sendMessage(request: SendRequest): Promise<Sent> {
  const content = storableContent(request.content);
  // A repeated request would no longer find its files unsent.
  const before = request.attachmentIds?.length
    ? await findSent(sql, request.userId, request.clientKey)
    : null;
  return before ?? sentOnce(request, () => send({ ...request, content }));
}

/** @throws AppError `invalid` (blank or too long) */
export function storableContent(typed: string): string {
  // Strip NULs and lone surrogates: PostgreSQL rejects them.
  const content = storable(typed);
  if (content.trim() === '') throw new AppError('invalid', 'Write a message first.');
  if (content.length > MAX_MESSAGE_LENGTH) throw new AppError('invalid', chatRefusals.tooLong);
  return content;
}

async function send(request: SendRequest): Promise<Sent> {
  const { userId, conversationId, content, clientKey, attachmentIds = [], imageId } = request;
  const settings = conversationId
    ? null
    : await checkSettings(userId, request.settings ?? NO_SETTINGS);
  const basis = settings
    ? { ...(await basisOf(userId, settings)), activeLeafId: null, hasDocuments: false }
    : await readBasis(userId, conversationId!);
  const about = await withDocument(userId, await withQuestion(userId, basis, content), {
    conversationId,
    documentId: request.documentId,
  });
  const { model, effort, grounds, sources, document, activeLeafId, offer } = withImageOffer(about, {
    question: content,
    images: imageId === undefined ? [] : [{ itemId: imageId }],
  });
  const sees = hasVision(model);
  const { hasImages, ...files }: TakenFiles = await takeAttachments(sql, userId, attachmentIds);
  const chosen = imageId === undefined ? null : await messageImages().find(userId, imageId);
  const context = [files.context, chosen && chosenImageText(chosen)].filter(Boolean).join('\n\n');
  const attached = { ...files, context };
  if (hasImages && !sees) throw new AppError('invalid', cannotSee(model));
  const images = hasImages ? [...(await readImages(sql, userId, attachmentIds)).values()] : [];
  const sent: Sent = {
    conversationId: conversationId ?? newId(),
    questionId: newId(),
    answerId: newId(),
  };
  const promptAfter = async (db: Sql, parentId: string | null) => {
    const history = await readHistory(db, userId, sent.conversationId, parentId, { sees });
    const question = {
      id: sent.questionId,
      role: 'user' as const,
      content,
      context: attached.context,
      images,
    };
    return { parentId, ...buildPrompt([...history, question], grounds, roomFor(model)) };
  };
  // Read before the conversation is locked, because a long one takes a while.
  let prompt = await promptAfter(sql, activeLeafId);

  const turn = await transaction(async (tx) => {
    if (!conversationId) {
      await insertConversation(tx, userId, sent.conversationId, settings ?? NO_SETTINGS);
    } else {
      const locked = await lockConversation(tx, userId, conversationId);
      if (!locked) throw new AppError('not-found', chatTexts.gone);
      // A message was added meanwhile, or another branch chosen.
      if (locked.activeLeafId !== prompt.parentId) {
        prompt = await promptAfter(tx, locked.activeLeafId);
      }
    }
    const preview = savedPreview(content);
    const [, , turn] = await Promise.all([
      insertQuestionAndAnswer(tx, {
        ...sent,
        userId,
        content,
        clientKey,
        parentId: prompt.parentId,
        model,
        attached,
      }),
      tieAttachments(tx, userId, attachmentIds, sent.questionId),
      queueTurn(tx, {
        ...sent,
        userId,
        preview,
        prompt,
        model,
        sources,
        document,
        question: content,
      }),
    ]);
    if (chosen) await messageImages().attach(tx, userId, sent.questionId, chosen);
    KILLABLE: killPoint('answer: question written, not committed');
    return turn;
  });

  KILLABLE: killPoint('answer: committed, not begun');
  startTurn(turn, { prompt, effort });
  if (content.length > MAX_TEXT || attachmentIds.length > 0) moveOutSoon(userId, sent.questionId);
  if (prompt.parentId === null) void makeTitle({ userId, id: sent.conversationId, content });
  return { ...sent, ...(offer && { imageOffer: offer }) };
}

export interface Turn extends Sent {
  userId: UserScope;
  /** What the list shows until the answer has text. */
  preview: string;
  prompt: Prompt;
  model: string;
  /** What it may cite. */
  sources: SentSources | null;
  /** The document that it is about; null for none. */
  document: AskedDocument | null;
  /** What the person asks. */
  question: string;
}

/** An answer that may begin once its transaction is committed. */
export interface QueuedTurn {
  run: QueuedRun;
  /** How it is asked for, if it isn't just a text. */
  form: Pick<ModelInput, 'structured' | 'demo' | 'tools'>;
}

/**
 * Queues an answer whose row exists, and shows its branch. The conversation must be locked.
 * Start the run right after the commit.
 * @throws AppError `out-of-tokens`, `not-found`, or a unique violation that `sentOnce` handles.
 */
export async function queueTurn(
  tx: Sql,
  { userId, conversationId, answerId, preview, prompt, model, sources, document, question }: Turn,
): Promise<QueuedTurn> {
  const attemptTokens = roomFor(model).answer;
  const editing = document && editingAnswer(userId, document, { answerId, question });
  const format = editing?.structured.format;
  // Before the event sequence is locked.
  await keepAsked(tx, userId, document);
  const run = await queueRun(tx, {
    id: answerId,
    userId,
    conversationId,
    kind: 'chat',
    model,
    ...reservationFor({ promptTokens: prompt.tokens, maxTokens: attemptTokens, format }),
    context: prompt.context,
  });
  const [conversation, publishReserved] = await Promise.all([
    touchConversation(tx, userId, conversationId, preview, answerId),
    reserveSequence(tx, userId),
    keepSources(tx, userId, answerId, sources, 'passages'),
  ]);
  if (!conversation) throw new AppError('not-found', chatTexts.gone);
  publishReserved(
    { topic: 'conversation', data: { type: 'changed', conversation } },
    {
      topic: 'answer',
      data: {
        ...{ id: answerId, conversationId, state: 'queued', reason: null },
        context: contextOfPrompt(model, prompt),
      },
    },
  );
  const form = editing && {
    structured: { ...editing.structured, attemptTokens },
    demo: editing.demo,
  };
  return { run, form: form ?? { tools: toolsFor(model) } };
}

/** Starts an answer right after its transaction. */
export function startTurn(
  { run, form }: QueuedTurn,
  { prompt, effort }: { prompt: Prompt; effort: Effort | null },
): void {
  startRun(run, { messages: prompt.messages, temperature: TEMPERATURE, effort, ...form });
}

/** What tabs are told about the part of the conversation that the answer is based on. */
export function contextOfPrompt(model: string, { tokens, context }: Prompt): AnswerContext | null {
  const { from, leftOut } = context;
  return shownContext({ model, promptTokens: tokens, contextFrom: from, leftOut });
}

/**
 * Runs `send` once for each client key: a repeated request gets the result of the first one.
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
