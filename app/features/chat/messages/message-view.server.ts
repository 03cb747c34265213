import { canContinue, isRunning, type GenerationState } from '~/engine/generation';
import { readProgress } from '~/engine/generation/index.server';
import { renderMarkdown } from '~/lib/markdown/render';
import type { UserScope } from '~/lib/scope';

import { shownUsage } from '../answers/model-names';
import type { ChatMessageView } from '../conversations/conversation';
import type { StoredMessage } from './message-branches.server';
import { isTooLong, shownText } from './overflow';

/** A message as the chat shows it: rendered, or with the text it has so far while it is being written. */
export async function messageView(
  userId: UserScope,
  message: StoredMessage,
): Promise<ChatMessageView> {
  const { state } = message;
  const view = {
    id: message.id,
    parentId: message.parentId,
    versions: message.versions,
    role: message.role,
    timestamp: message.timestamp.getTime(),
    usage: shownUsage(message),
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
