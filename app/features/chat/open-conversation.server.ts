import { canContinue, isRunning, type GenerationState } from '~/features/generation';
import { conversationTokens, readProgress } from '~/features/generation/index.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { renderMarkdown } from '~/lib/markdown/render';

import { shownUsage } from './answer-usage.server';
import type { ChatMessageView } from './conversation';
import type { ConversationSettings } from './conversation-settings';
import { readSettings } from './conversation-table.server';
import { readMessages, type StoredMessage } from './message-table.server';
import { chatMessages } from './messages';
import { requireConversation } from './read-transcript.server';
import { displayTitle } from './titles';

export interface OpenConversation {
  id: string;
  /** As people see it. */
  title: string;
  messages: ChatMessageView[];
  settings: ConversationSettings;
  /** What all its answers have used, in every version. */
  tokens: number;
}

/**
 * A conversation with the messages of the branch that it shows; a running answer with the text it has so far.
 * @throws AppError `not-found` for an unknown id and for another's.
 */
export async function openConversation(
  userId: string,
  id: string | undefined,
): Promise<OpenConversation> {
  const conversation = await requireConversation(userId, id);
  const [stored, settings, tokens] = await Promise.all([
    readMessages(sql, userId, conversation.id),
    readSettings(sql, userId, conversation.id),
    conversationTokens(sql, userId, conversation.id),
  ]);
  if (!settings) throw new AppError('not-found', chatMessages.gone);
  const messages = await Promise.all(stored.map((message) => viewOf(userId, message)));
  const title = displayTitle(conversation.title);
  return { id: conversation.id, title, messages, settings, tokens };
}

async function viewOf(userId: string, message: StoredMessage): Promise<ChatMessageView> {
  const state = message.state as GenerationState | null;
  const view = {
    id: message.id,
    parentId: message.parentId,
    versions: message.versions,
    role: message.role,
    timestamp: message.timestamp.getTime(),
    usage: shownUsage(message),
  };
  if (state && isRunning(state)) {
    const progress = await readProgress(userId, message.id);
    if (progress && isRunning(progress.state)) {
      return {
        ...view,
        html: null,
        text: progress.text,
        answer: { state: progress.state, reason: null },
      };
    }
    // It ended between the two reads: the row has the whole text now.
    if (progress) return finished(view, progress.text, progress.state, progress.reason);
  }
  return finished(view, message.content, state, message.reason);
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
    html: renderMarkdown(content, { breaks: view.role === 'user' }),
    answer: state && canContinue(state) ? { state, reason } : null,
  };
}
