import { conversationTokens, readProgress } from '~/engine/generation/index.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { mapInTurns } from '~/lib/concurrency/turns.server';
import type { UserScope } from '~/lib/scope';
import { canContinue, isRunning, type GenerationState } from '~/engine/generation';
import { renderMarkdown } from '~/lib/markdown/render';

import type { AnswerContext, ChatMessageView } from './conversation';
import type { DocumentItem } from '../documents/document';
import type { MessageImage } from '../images/message-image';
import { messageImages } from '../images/message-images.server';
import { offerOf } from '../images/offer-image.server';
import { listDocuments } from '../documents/document-data.server';
import type { ConversationSettings } from './settings/conversation-settings';
import { readStanding } from './conversation-data.server';
import { readMessages, type StoredMessage } from '../messages/message-branches.server';
import { chatTexts } from '../texts';
import { chatRefusals } from '../refusals';
import { requireConversation } from '../messages/read-transcript.server';
import { displayTitle } from './settings/titles';
import { shownContext, shownUsage } from '../answers/shown-usage.server';
import { isTooLong, shownText } from '../messages/overflow';

/** Messages on the first page: twice what fills a large screen, even with one-line messages. */
const FIRST_MESSAGES = 24;
/** Messages in each page when a person scrolls up. */
const MESSAGE_PAGE = 40;
/** The most messages for a person who opens one message far up, with everything after it. */
const MAX_MESSAGES = 4_000;

export interface OpenConversation {
  id: string;
  /** The title that people see. */
  title: string;
  /** The end of the branch that is shown. */
  messages: ChatMessageView[];
  settings: ConversationSettings;
  /** What all of its answers have used, in every version. */
  tokens: number;
  /** What the last answer of the branch is based on. */
  context: AnswerContext | null;
  /** Answers that were opened as documents, oldest first. */
  documents: DocumentItem[];
}

/**
 * A conversation with the last messages of the branch that it shows; a running answer has its text so far.
 * @throws AppError `not-found` for an unknown id and for another user's.
 */
export async function openConversation(
  userId: UserScope,
  id: string | undefined,
): Promise<OpenConversation> {
  if (!isId(id)) throw new AppError('not-found', chatTexts.gone);
  const [standing, stored, tokens] = await Promise.all([
    readStanding(sql, userId, id),
    readMessages(sql, userId, id, { before: null, until: null, limit: FIRST_MESSAGES }),
    conversationTokens(userId, id),
  ]);
  if (!standing) throw new AppError('not-found', chatTexts.gone);
  const { title, settings, hasDocuments } = standing;
  const documents = hasDocuments ? await listDocuments(userId, id) : [];
  const messages = await viewsOf(userId, stored);
  const last = stored.findLast(({ role }) => role === 'assistant');
  const context = last ? shownContext(last) : null;
  const shown = { id: id.toLowerCase(), title: displayTitle(title) };
  return { ...shown, messages, settings, tokens, context, documents };
}

/**
 * The messages before another, or before the end of the branch: a page of them, or all up to `until`.
 * @throws AppError `not-found`, `invalid` for a malformed id.
 */
export async function readEarlierMessages(
  userId: UserScope,
  id: string | undefined,
  { before, until }: { before: string | null; until: string | null },
): Promise<ChatMessageView[]> {
  const conversation = await requireConversation(userId, id);
  if ((before !== null && !isId(before)) || (until !== null && !isId(until))) {
    throw new AppError('invalid', chatRefusals.messageGone);
  }
  const limit = until === null ? MESSAGE_PAGE : MAX_MESSAGES;
  const part = { before, until, limit };
  return viewsOf(userId, await readMessages(sql, userId, conversation.id, part));
}

async function viewsOf(
  userId: UserScope,
  stored: readonly StoredMessage[],
): Promise<ChatMessageView[]> {
  const illustrated = stored.filter(({ hasImages }) => hasImages).map(({ id }) => id);
  const images = await messageImages().of(userId, illustrated);
  const views = await mapInTurns(stored, (message) =>
    messageView(userId, message, images.get(message.id) ?? []),
  );
  const [question, answer] = stored.slice(-2);
  if (!answer?.model || answer.parentId !== question?.id || images.has(answer.id)) return views;
  views.at(-1)!.imageOffer = offerOf(answer.model, {
    question: question.content,
    images: images.get(question.id) ?? [],
  });
  return views;
}

/** A message as the chat shows it: rendered, or with its text so far while it is being written. */
async function messageView(
  userId: UserScope,
  message: StoredMessage,
  images: MessageImage[],
): Promise<ChatMessageView> {
  const { state } = message;
  const view = {
    id: message.id,
    parentId: message.parentId,
    versions: message.versions,
    role: message.role,
    timestamp: message.timestamp.getTime(),
    usage: shownUsage(message),
    calls: message.calls,
    overflow: message.contentOverflow,
    files: message.files,
    moreFiles: message.filesOverflow,
    images,
    imageOffer: null,
  };
  if (state && isRunning(state)) {
    const progress = await readProgress(userId, message.id);
    if (progress && isRunning(progress.state)) {
      return {
        ...view,
        html: null,
        text: progress.text,
        answer: { state: progress.state, reason: null, ...ranFor(message, new Date()) },
      };
    }
    // It ended between the two reads, so the row has the whole text now.
    if (progress) return finished(view, progress.text, progress.state, progress.reason);
  }
  return finished(view, message.content, state, message.reason);
}

/** Its message was stored when it was asked for, unless it's continued. */
function ranFor({ attempt, timestamp }: StoredMessage, now: Date): { ranMs?: number } {
  return attempt === 1 ? { ranMs: Math.max(0, now.getTime() - timestamp.getTime()) } : {};
}

function finished(
  view: Omit<ChatMessageView, 'html' | 'text' | 'answer'>,
  content: string,
  state: GenerationState | null,
  reason: string | null,
): ChatMessageView {
  return {
    ...view,
    text: '',
    html: renderMarkdown(shownText(content), { breaks: view.role === 'user' }),
    overflow: view.overflow || isTooLong(content),
    answer: state && canContinue(state) ? { state, reason } : null,
  };
}
