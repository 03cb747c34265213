
import { sendJson } from '~/http/client';

import type { ConversationSettings } from './conversation-settings';

// What the browser asks of the server about a conversation's settings. Each rejects when it was not done.

export async function requestSettingsChange(
  id: string,
  change: Partial<ConversationSettings>,
): Promise<void> {
  await sendJson('PATCH', `/api/conversations/${id}/settings`, change);
}

/** Exactly what such settings send to the model. */
export async function requestPromptPreview(
  settings: ConversationSettings,
): Promise<{ text: string; tokens: number; model: string }> {
  return (await sendJson('POST', '/api/chat/prompt', settings)) as {
    text: string;
    tokens: number;
    model: string;
  };
}
