import { conversationTokens } from '~/engine/generation/index.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { mapInTurns } from '~/lib/turns.server';
import type { UserScope } from '~/lib/scope';

import type { ChatMessageView } from './conversation';
import type { ConversationSettings } from './settings/conversation-settings';
import { readStanding } from './conversation-data.server';
import { readMessages, type BranchPart } from '../messages/message-branches.server';
import { messageView } from '../messages/message-view.server';
import { chatTexts } from '../texts';
import { chatRefusals } from '../refusals';
import { requireConversation } from '../messages/read-transcript.server';
import { displayTitle } from './settings/titles';

/** Messages that come with the page: what fills a large screen twice, even where each is one line. */
const FIRST_MESSAGES = 24;
/** Messages that come at once to someone who scrolls up. */
const MESSAGE_PAGE = 40;
/** The most for someone who wants to see one message far up with all that follows it. */
const MAX_MESSAGES = 4_000;

export interface OpenConversation {
  id: string;
  /** As people see it. */
  title: string;
  /** The end of the branch that is shown. */
  messages: ChatMessageView[];
  settings: ConversationSettings;
  /** What all its answers have used, in every version. */
  tokens: number;
}

/**
 * A conversation with the last messages of the branch that it shows; a running answer with the text it has so far.
 * @throws AppError `not-found` for an unknown id and for another's.
 */
export async function openConversation(
  userId: UserScope,
  id: string | undefined,
): Promise<OpenConversation> {
  const conversation = await requireConversation(userId, id);
  const part = { before: null, until: null, limit: FIRST_MESSAGES };
  const [messages, standing, tokens] = await Promise.all([
    readPart(userId, conversation.id, part),
    readStanding(sql, userId, conversation.id),
    conversationTokens(userId, conversation.id),
  ]);
  if (!standing) throw new AppError('not-found', chatTexts.gone);
  const title = displayTitle(conversation.title);
  return { id: conversation.id, title, messages, settings: standing.settings, tokens };
}

/**
 * The messages before another, or before the end of the branch: a page of them, or all up to `until`.
 * @throws AppError `not-found`, `invalid` for what is no id.
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
  return readPart(userId, conversation.id, { before, until, limit });
}

async function readPart(
  userId: UserScope,
  conversationId: string,
  part: BranchPart,
): Promise<ChatMessageView[]> {
  const stored = await readMessages(sql, userId, conversationId, part);
  return mapInTurns(stored, (message) => messageView(userId, message));
}
