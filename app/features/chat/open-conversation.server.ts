import { canContinue, isRunning, type GenerationState } from '~/features/generation';
import { readProgress } from '~/features/generation/index.server';
import { sql } from '~/lib/db/index.server';
import { renderMarkdown } from '~/lib/markdown/render';

import type { ChatMessageView } from './conversation';
import { readMessages, type StoredMessage } from './message-table.server';
import { isTooLong, shownText } from './overflow';
import { requireConversation } from './read-transcript.server';
import { displayTitle } from './titles';

export interface OpenConversation {
  id: string;
  /** As people see it. */
  title: string;
  messages: ChatMessageView[];
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
  const stored = await readMessages(sql, userId, conversation.id);
  const messages = await Promise.all(stored.map((message) => viewOf(userId, message)));
  return { id: conversation.id, title: displayTitle(conversation.title), messages };
}

async function viewOf(userId: string, message: StoredMessage): Promise<ChatMessageView> {
  const state = message.state as GenerationState | null;
  const view = {
    id: message.id,
    parentId: message.parentId,
    versions: message.versions,
    role: message.role,
    timestamp: message.timestamp.getTime(),
    overflow: message.contentOverflow,
    files: message.files,
    moreFiles: message.filesOverflow,
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
  view: Omit<ChatMessageView, 'text' | 'html' | 'answer'>,
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
