
import { sendJson } from '~/http/client';

import type { Share } from './share';

// What the browser asks of the server about a conversation's link. Each rejects when it was not done.

/** Null while it is not shared. */
export async function requestShareOf(conversationId: string): Promise<Share | null> {
  return (await send(conversationId, 'GET')).share;
}

export async function requestSharing(conversationId: string): Promise<Share | null> {
  return (await send(conversationId, 'POST')).share;
}

/** Shows what was said since, or ends by itself at another moment. */
export async function requestShareChange(
  conversationId: string,
  change: { update: true } | { expiresAt: number | null },
): Promise<Share | null> {
  return (await send(conversationId, 'PATCH', change)).share;
}

export async function requestUnsharing(conversationId: string): Promise<void> {
  await send(conversationId, 'DELETE');
}

async function send(
  conversationId: string,
  method: string,
  body?: object,
): Promise<{ share: Share | null }> {
  const path = `/api/conversations/${conversationId}/share`;
  return (await sendJson(method, path, body)) as { share: Share | null };
}
