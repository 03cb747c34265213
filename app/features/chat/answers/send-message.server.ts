import { cannotSee } from '../attachments/texts';
import {
  readImages,
  takeAttachments,
  tieAttachments,
  type TakenFiles,
} from '../attachments/take-attachments.server';
import { startRun } from '~/engine/generation/index.server';
import { hasVision } from '~/gateways/ai/index.server';
import { sql, transaction, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';
import { killPoint } from '~/lib/kill-points.server';
import type { UserScope } from '~/lib/scope';

import { basisOf, readBasis } from './answer-basis.server';
import { checkSettings } from '../conversations/settings/change-settings.server';
import {
  NO_SETTINGS,
  type ConversationSettings,
} from '../conversations/settings/conversation-settings';
import { insertConversation, lockConversation } from '../conversations/conversation-data.server';
import { readHistory } from './history.server';
import { makeTitle } from '../conversations/settings/make-title.server';
import { findSent, insertQuestionAndAnswer } from '../messages/message-data.server';
import { chatTexts } from '../texts';
import { chatRefusals } from '../refusals';
import { moveOutSoon } from '../messages/move-out.server';
import { MAX_TEXT } from '../messages/overflow';
import { savedPreview } from '../conversations/settings/titles';
import { buildPrompt, TEMPERATURE } from './prompt';
import { queueTurn, sentOnce } from './queue-turn.server';
import type { Sent } from '../conversations/conversation';

/** Beyond what any model reads at once; the browser's field has the same limit. In UTF-16 units. */
export const MAX_MESSAGE_LENGTH = 1_000_000;

export interface SendRequest {
  userId: UserScope;
  /** Null: the message opens a new conversation. */
  conversationId: string | null;
  content: string;
  /** What grounds the answers of a new conversation; one that is there has its own. */
  settings?: ConversationSettings;
  /** Made by the browser: a repeated request sends the message once. */
  clientKey: string;
  /** Uploaded files that go with it, in their order. */
  attachmentIds?: readonly string[];
}

/**
 * Stores a message behind the branch that is shown, and sets its answer going; the answer belongs to the server from
 * here on.
 * @throws AppError `invalid` (blank, too long, or images for a model that sees none), `not-found`, `conflict` while an
 *   answer is running there, `out-of-tokens`.
 */
export async function sendMessage(request: SendRequest): Promise<Sent> {
  const content = storableContent(request.content);
  // Asked again for what was sent: its files are no longer there to be taken.
  const before = request.attachmentIds?.length
    ? await findSent(sql, request.userId, request.clientKey)
    : null;
  return before ?? sentOnce(request, () => send({ ...request, content }));
}

/** @throws AppError `invalid` (blank or too long) */
export function storableContent(typed: string): string {
  // Postgres takes neither NUL nor half a character.
  const content = typed.replaceAll('\0', '').toWellFormed();
  if (content.trim() === '') throw new AppError('invalid', 'Please write a message first.');
  if (content.length > MAX_MESSAGE_LENGTH) throw new AppError('invalid', chatRefusals.tooLong);
  return content;
}

async function send(request: SendRequest): Promise<Sent> {
  const { userId, conversationId, content, clientKey, attachmentIds = [] } = request;
  const settings = conversationId
    ? null
    : await checkSettings(userId, request.settings ?? NO_SETTINGS);
  const { model, grounds, activeLeafId } = settings
    ? { ...(await basisOf(userId, settings)), activeLeafId: null }
    : await readBasis(userId, conversationId!);
  const sees = hasVision(model);
  const { hasImages, ...attached }: TakenFiles = await takeAttachments(sql, userId, attachmentIds);
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
      role: 'user' as const,
      content,
      context: attached.context,
      pictures: images,
    };
    return { parentId, ...buildPrompt([...history, question], grounds) };
  };
  // Read before the conversation is locked, since that takes a while where much has been said.
  let prompt = await promptAfter(sql, activeLeafId);

  const run = await transaction(async (tx) => {
    if (!conversationId) {
      await insertConversation(tx, userId, sent.conversationId, settings ?? NO_SETTINGS);
    } else {
      const locked = await lockConversation(tx, userId, conversationId);
      if (!locked) throw new AppError('not-found', chatTexts.gone);
      // Meanwhile something was said there, or another branch chosen.
      if (locked.activeLeafId !== prompt.parentId) {
        prompt = await promptAfter(tx, locked.activeLeafId);
      }
    }
    const preview = savedPreview(content);
    const [, , run] = await Promise.all([
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
      queueTurn(tx, { ...sent, userId, preview, promptTokens: prompt.tokens, model }),
    ]);
    KILLABLE: killPoint('answer: question written, not committed');
    return run;
  });

  KILLABLE: killPoint('answer: committed, not begun');
  startRun(run, { messages: prompt.messages, temperature: TEMPERATURE });
  if (content.length > MAX_TEXT || attachmentIds.length > 0) moveOutSoon(userId, sent.questionId);
  if (prompt.parentId === null) void makeTitle({ userId, id: sent.conversationId, content });
  return sent;
}
