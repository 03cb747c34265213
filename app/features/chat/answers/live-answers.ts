import {
  begin,
  follow as followText,
  followContinued as followTextAgain,
  onTextEnd,
  type TextEnd,
} from '~/engine/generation';
import { toastError } from '~/ui/feedback/toast';
import { client, type EventResponse } from '~/http/client';

import type { ConversationSettings } from '../conversations/settings/conversation-settings';
import { openDocumentId } from '../documents/open-document';
import { answerErrorText, chatTexts } from '../texts';
import type { AnswersApi } from './routes/answers';
import type { Sent } from '../conversations/conversation';

const api = client<AnswersApi>();

/** The ids of the answers among the streams that this tab follows. */
const ours = new Set<string>();
const endListeners = new Set<(id: string, end: TextEnd) => void>();

onTextEnd((id, { heeded, ...end }) => {
  if (!ours.delete(id)) return;
  endListeners.forEach((listener) => listener(id, end));
  if (heeded && end.state === 'failed') {
    toastError(answerErrorText(end.reason ?? chatTexts.brokeOff));
  }
});

/** Calls back when an answer that this tab follows has ended. */
export function onAnswerEnd(listener: (id: string, end: TextEnd) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/**
 * Sends a message and starts reading its answer. Resolves once the server has stored both, while the reading continues.
 * @throws RequestRefused, or TypeError when the network failed.
 */
export function ask(message: {
  conversationId: string | null;
  content: string;
  /** For a conversation that starts with this message. */
  settings: ConversationSettings | undefined;
  clientKey: string;
  attachmentIds: string[];
  /** An image of the gallery to change, or to start from. */
  imageId: string | undefined;
}): Promise<Sent> {
  return beginAnswer(api.post('/api/chat/messages', { body: { ...message, ...openDocumentId() } }));
}

/** Like `ask`, for another version of a message. */
export function editMessage(
  questionId: string,
  message: { content: string; clientKey: string },
): Promise<Sent> {
  return beginAnswer(
    api.post('/api/chat/messages/:id/edit', {
      params: { id: questionId },
      body: { ...message, ...openDocumentId() },
    }),
  );
}

/** Like `ask`, for another answer to the same question. */
export function regenerate(answerId: string, clientKey: string): Promise<Sent> {
  return beginAnswer(
    api.post('/api/chat/answers/:id/regenerate', {
      params: { id: answerId },
      body: { clientKey, ...openDocumentId() },
    }),
  );
}

function beginAnswer(request: Promise<EventResponse<Sent>>): Promise<Sent> {
  return begin(request, {
    idOf({ answerId }) {
      ours.add(answerId);
      return answerId;
    },
    lost: (id) => void follow(id),
  });
}

/** Follows a running answer of which `text` is known, unless this tab follows it already. */
export async function follow(id: string, text = ''): Promise<void> {
  ours.add(id);
  await followText(id, text);
}

/** Follows an answer that had ended and was continued. */
export function followContinued(id: string): void {
  ours.add(id);
  followTextAgain(id);
}

/** Requests the rest of an interrupted answer. */
export async function continueAnswer(id: string): Promise<void> {
  await api.post('/api/chat/answers/:id/continue', { params: { id } });
  followContinued(id);
}
