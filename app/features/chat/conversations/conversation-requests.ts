import { localSelection } from '~/features/brand';
import { sendJson } from '~/http/client';

import type { ChatMessageView, ConversationFolder, ConversationItem } from './conversation';

import type { MessageFile } from '../messages/overflow';

// What the browser asks of the server about whole conversations. Each rejects when it was not done.

/** New Chat: the id of an empty conversation. */
export async function requestNewConversation(): Promise<string> {
  const known = { localProfileId: localSelection() };
  const { id } = (await sendJson('POST', '/api/conversations', known)) as { id?: string };
  if (!id) throw new Error('creation gave no id');
  return id;
}

export async function requestRename(id: string, title: string): Promise<void> {
  await sendJson('PATCH', `/api/conversations/${id}`, { title });
}

export async function requestDeletion(id: string): Promise<void> {
  await sendJson('DELETE', `/api/conversations/${id}`);
}

/** Takes a deletion back. */
export async function requestRestoration(id: string): Promise<void> {
  await sendJson('POST', `/api/conversations/${id}/restore`);
}

/** The conversation shows the branch through this message, in every tab. The id of its last message. */
export async function requestBranch(id: string, messageId: string): Promise<string> {
  const path = `/api/conversations/${id}/branch`;
  return ((await sendJson('POST', path, { messageId })) as { leafId: string }).leafId;
}

/** A message in full: its text in Markdown, and the files that came with it. */
export async function requestMessage(id: string): Promise<{ text: string; files: MessageFile[] }> {
  return (await sendJson('GET', `/api/messages/${id}`)) as { text: string; files: MessageFile[] };
}

/** A message as it was written, in Markdown. */
export async function requestMessageText(id: string): Promise<string> {
  return (await requestMessage(id)).text;
}

/** The whole conversation in Markdown. */
export async function requestConversationText(id: string): Promise<string> {
  return ((await sendJson('GET', `/api/conversations/${id}/text`)) as { text: string }).text;
}

/** Messages of the branch that is shown: the page before one of them, or all up to another. */
export async function requestMessages(
  id: string,
  { before, until }: { before?: string; until?: string },
): Promise<ChatMessageView[]> {
  const search = new URLSearchParams({ ...(before && { before }), ...(until && { until }) });
  const path = `/api/conversations/${id}/messages?${search.toString()}`;
  return ((await sendJson('GET', path)) as { messages: ChatMessageView[] }).messages;
}

/** As many as one request may name. */
const MAX_BATCH = 500;

type BatchAction =
  | { action: 'archive' | 'unarchive' | 'delete' | 'restore' }
  | { action: 'move'; folderId: string | null };

/** Does something with all of them. `done` are those it was done with; `failure` what kept it from the rest. */
export async function requestBatch(
  action: BatchAction,
  ids: readonly string[],
): Promise<{ done: string[]; failure?: unknown }> {
  const done: string[] = [];
  for (let start = 0; start < ids.length; start += MAX_BATCH) {
    const body = { ...action, ids: ids.slice(start, start + MAX_BATCH) };
    try {
      const answer = (await sendJson('POST', '/api/conversations/batch', body)) as {
        ids: string[];
      };
      done.push(...answer.ids);
    } catch (failure) {
      return { done, failure };
    }
  }
  return { done };
}

export async function requestPin(id: string, pinned: boolean): Promise<ConversationItem> {
  const answer = await sendJson('PATCH', `/api/conversations/${id}`, { pinned });
  return (answer as { conversation: ConversationItem }).conversation;
}

export async function requestFolder(name: string): Promise<ConversationFolder> {
  const answer = await sendJson('POST', '/api/conversation-folders', { name });
  return (answer as { folder: ConversationFolder }).folder;
}

export async function requestFolderName(id: string, name: string): Promise<ConversationFolder> {
  const answer = await sendJson('PATCH', `/api/conversation-folders/${id}`, { name });
  return (answer as { folder: ConversationFolder }).folder;
}

/** What it held is back in the list. */
export async function requestFolderDeletion(id: string): Promise<void> {
  await sendJson('DELETE', `/api/conversation-folders/${id}`);
}
