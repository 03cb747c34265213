import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { renderMarkdown } from '~/lib/markdown/render';

import { findConversation } from './conversation-table.server';
import {
  readMessageOf,
  readMessagesUpTo,
  type BranchUpTo,
  type MessageRow,
} from './message-table.server';
import { chatMessages } from './messages';
import { displayTitle } from './titles';
import { transcriptText } from './transcript-text';

export interface TranscriptMessage {
  id: string;
  role: 'user' | 'assistant';
  /** Safe by construction. */
  html: string;
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
    messages: messages.map(({ id, role, content }) => ({
      id,
      role,
      html: renderMarkdown(content, { breaks: role === 'user' }),
    })),
  };
}

/** The whole conversation as one Markdown text. @throws AppError `not-found` */
export async function readConversationText(
  userId: string,
  id: string | undefined,
): Promise<string> {
  const { title, messages } = await read(userId, id, null);
  return transcriptText(title, messages);
}

async function read(
  userId: string,
  id: string | undefined,
  upTo: BranchUpTo | null,
): Promise<{ title: string; messages: MessageRow[] }> {
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

/** A message as it was written, in Markdown. @throws AppError `not-found` */
export async function readMessageText(userId: string, id: string | undefined): Promise<string> {
  const content = isId(id) ? await readMessageOf(sql, userId, id) : null;
  if (content === null) throw new AppError('not-found', 'This message is no longer there.');
  return content;
}
