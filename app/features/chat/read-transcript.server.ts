import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { renderMarkdown } from '~/lib/markdown/render';

import { findConversation } from './conversation-table.server';
import { textReader } from './message-objects.server';
import { readMessagesUpTo, type BranchUpTo, type SaidMessage } from './message-branches.server';
import { chatMessages } from './messages';
import { chatRefusals } from './refusals';
import { isTooLong, shownText } from './overflow';
import { readWholeMessage } from './read-message.server';
import { displayTitle } from './titles';
import { transcriptText } from './transcript-text';

export interface TranscriptMessage {
  id: string;
  role: 'user' | 'assistant';
  /** Safe by construction. */
  html: string;
  /** `html` has only the beginning; `readTranscriptMessage` gives the whole. */
  overflow: boolean;
  /** The names of the files that came with it. */
  files: string[];
}

export interface Transcript {
  /** As people see it. */
  title: string;
  messages: TranscriptMessage[];
}

/**
 * What was said in a conversation, or in a branch of it up to a moment, rendered, without what is still empty.
 * @throws AppError `not-found`
 */
export async function readTranscript(
  userId: string,
  id: string,
  upTo: BranchUpTo | null = null,
): Promise<Transcript> {
  const { title, messages } = await read(userId, id, upTo);
  return {
    title,
    messages: messages.map(({ id, role, content, contentUrl, files }) => ({
      id,
      role,
      html: renderMarkdown(shownText(content), { breaks: role === 'user' }),
      overflow: contentUrl !== null || isTooLong(content),
      files: files.map(({ name }) => name),
    })),
  };
}

/** One message of it in full, in Markdown. @throws AppError `not-found`, `unavailable` */
export async function readTranscriptMessage(
  userId: string,
  id: string,
  upTo: BranchUpTo,
  messageId: string,
): Promise<string> {
  const { messages } = await read(userId, id, upTo);
  if (!messages.some((message) => message.id === messageId)) {
    throw new AppError('not-found', chatRefusals.messageGone);
  }
  return (await readWholeMessage(userId, messageId)).text;
}

/** The whole conversation as one Markdown text. @throws AppError `not-found` */
export async function readConversationText(
  userId: string,
  id: string | undefined,
): Promise<string> {
  const { title, messages } = await read(userId, id, null);
  const whole: { role: 'user' | 'assistant'; content: string }[] = [];
  const wholeText = textReader();
  // One after the other: each may be a few megabytes.
  for (const { role, content, contentUrl } of messages) {
    whole.push({ role, content: await wholeText(content, contentUrl) });
  }
  return transcriptText(title, whole);
}

async function read(
  userId: string,
  id: string | undefined,
  upTo: BranchUpTo | null,
): Promise<{ title: string; messages: SaidMessage[] }> {
  const conversation = await requireConversation(userId, id);
  const messages = await readMessagesUpTo(sql, userId, conversation.id, upTo);
  return { title: displayTitle(conversation.title), messages };
}

/** A conversation without bodies. @throws AppError `not-found` */
export async function requireConversation(userId: string, id: string | undefined) {
  const conversation = isId(id) ? await findConversation(userId, id) : null;
  if (!conversation) throw new AppError('not-found', chatMessages.gone);
  return conversation;
}
