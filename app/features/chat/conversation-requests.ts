import { sendJson } from '~/features/auth';

import type { MessageFile } from './overflow';

// What the browser asks of the server about whole conversations. Each rejects when it was not done.

/** New Chat: the id of an empty conversation. */
export async function requestNewConversation(): Promise<string> {
  const { id } = (await sendJson('POST', '/api/conversations')) as { id?: string };
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
