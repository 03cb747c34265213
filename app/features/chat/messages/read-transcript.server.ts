import { readThought } from '~/engine/generation/index.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { mapInTurns } from '~/lib/concurrency/turns.server';
import { renderMarkdown } from '~/lib/markdown/render';
import type { UserScope } from '~/lib/scope';

import { findConversation } from '../conversations/conversation-data.server';
import { displayTitle } from '../conversations/settings/titles';
import { chatRefusals } from '../refusals';
import { chatTexts } from '../texts';
import {
  type BranchUpTo,
  isSaidUpTo,
  type PageKey,
  readMessagesUpTo,
  readPageUpTo,
  type BranchMessage,
} from './message-branches.server';
import { readStored } from './message-data.server';
import { getFiles, getText, textReader } from './message-objects.server';
import { isTooLong, type MessageFile, shownText } from './overflow';

export interface TranscriptMessage {
  id: string;
  role: 'user' | 'assistant';
  /** Safe by construction. */
  html: string;
  /** `html` has only the beginning; `readTranscriptMessage` gives the whole. */
  overflow: boolean;
  /** The names of its files. */
  files: string[];
}

export interface Transcript {
  /** The title that people see. */
  title: string;
  messages: TranscriptMessage[];
  /** Key of the previous page: the message after its last one. Null on the first page. */
  before: string | null;
  /** Key of the next page: the message before its first one. Null on the last page. */
  after: string | null;
}

const PAGE = { messages: 40, bytes: 100_000 };
const FROM_THE_BEGINNING: PageKey = { before: null, after: null };

/**
 * A page of a branch up to a moment, rendered and without empty messages. A key that isn't one of its messages leads to
 * the first page.
 * @throws AppError `not-found`
 */
export async function readTranscript(
  userId: UserScope,
  id: string,
  upTo: BranchUpTo,
  key = FROM_THE_BEGINNING,
): Promise<Transcript> {
  const conversation = await requireConversation(userId, id);
  const branch = { userId, conversationId: conversation.id, upTo };
  const wanted = [key.before, key.after].every((part) => part === null || isId(part))
    ? key
    : FROM_THE_BEGINNING;
  let page = await readPageUpTo(sql, branch, wanted, PAGE);
  if (page.messages.length === 0) page = await readPageUpTo(sql, branch, FROM_THE_BEGINNING, PAGE);
  const messages = await mapInTurns(page.messages, transcriptMessage);
  return {
    title: displayTitle(conversation.title),
    messages,
    before: page.isFirst ? null : (messages[0]?.id ?? null),
    after: page.isLast ? null : (messages.at(-1)?.id ?? null),
  };
}

function transcriptMessage({ id, role, content, contentUrl, files }: BranchMessage) {
  return {
    id,
    role,
    html: renderMarkdown(shownText(content), { breaks: role === 'user' }),
    overflow: contentUrl !== null || isTooLong(content),
    files: files.map(({ name }) => name),
  };
}

/** One of its messages in full, in Markdown. @throws AppError `not-found`, `unavailable` */
export async function readTranscriptMessage(
  userId: UserScope,
  id: string,
  upTo: BranchUpTo,
  messageId: string,
): Promise<string> {
  await assertInTranscript(userId, id, upTo, messageId);
  return (await readFullMessage(userId, messageId)).text;
}

/** @throws AppError `not-found` where the branch up to that moment has no such message */
export async function assertInTranscript(
  userId: UserScope,
  id: string,
  upTo: BranchUpTo,
  messageId: string,
): Promise<void> {
  const conversation = await requireConversation(userId, id);
  const branch = { userId, conversationId: conversation.id, upTo };
  if (!isId(messageId) || !(await isSaidUpTo(sql, branch, messageId))) {
    throw new AppError('not-found', chatRefusals.messageGone);
  }
}

/** The whole conversation as one Markdown text. @throws AppError `not-found` */
export async function readConversationText(
  userId: UserScope,
  id: string | undefined,
): Promise<string> {
  const conversation = await requireConversation(userId, id);
  const messages = await readMessagesUpTo(sql, userId, conversation.id, null);
  const whole: { role: 'user' | 'assistant'; content: string }[] = [];
  const fullText = textReader();
  // One after another, because each may have a few megabytes.
  for (const { role, content, contentUrl } of messages) {
    whole.push({ role, content: await fullText(content, contentUrl) });
  }
  return transcriptText(displayTitle(conversation.title), whole);
}

/** A conversation without bodies. @throws AppError `not-found` */
export async function requireConversation(userId: UserScope, id: string | undefined) {
  const conversation = isId(id) ? await findConversation(userId, id) : null;
  if (!conversation) throw new AppError('not-found', chatTexts.gone);
  return conversation;
}

/** A message in full, for reading, copying, and editing. */
export interface WholeMessage {
  /** In Markdown, as written. */
  text: string;
  files: MessageFile[];
  /** What the model thought before it; never a part of what is copied. */
  thought: string;
}

/** @throws AppError `not-found`; `unavailable` when the rest can't be read: a part must not pass for the whole. */
export async function readFullMessage(
  userId: UserScope,
  id: string | undefined,
): Promise<WholeMessage> {
  const stored = isId(id) ? await readStored(userId, id) : null;
  if (!stored) throw new AppError('not-found', chatRefusals.messageGone);
  const { content, contentUrl, files, filesUrl } = stored;
  try {
    return {
      text: contentUrl === null ? content : await getText(contentUrl),
      files: filesUrl === null ? files : await getFiles(filesUrl),
      thought: await readThought(userId, id!),
    };
  } catch (cause) {
    throw new AppError('unavailable', chatRefusals.restMissing, { cause });
  }
}

/** A conversation as one Markdown text, for the clipboard. */
function transcriptText(
  title: string,
  messages: readonly { role: 'user' | 'assistant'; content: string }[],
): string {
  const parts = messages.map(
    ({ role, content }) => `## ${role === 'user' ? 'You' : 'Assistant'}\n\n${content.trim()}`,
  );
  return [`# ${title}`, ...parts].join('\n\n') + '\n';
}
