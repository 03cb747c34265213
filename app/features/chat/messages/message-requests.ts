import { client } from '~/http/client';

import type { MessagesApi } from './routes/messages';

const api = client<MessagesApi>();

/** A message as it was written, in Markdown. Rejects when it can't be had. */
export async function requestMessageText(id: string): Promise<string> {
  return (await api.get('/api/messages/:id', { params: { id } })).text;
}

/** The whole conversation in Markdown. Rejects when it can't be had. */
export async function requestConversationText(id: string): Promise<string> {
  return (await api.get('/api/conversations/:id/text', { params: { id } })).text;
}
