import { publish, type LiveEvent } from '~/engine/events/index.server';
import type { Sql } from '~/lib/db/index.server';

import type { ConversationItem } from './conversations/conversation';

/** Publishes what became of several conversations; where nothing changed, nothing is published. */
export async function publishConversations(
  tx: Sql,
  userId: string,
  changed: ConversationItem[],
  removed: string[] = [],
): Promise<void> {
  const event = conversationsEvent(changed, removed);
  if (event) await publish(tx, userId, event);
}

function conversationsEvent(changed: ConversationItem[], removed: string[]): LiveEvent | null {
  const [conversation] = changed;
  const [id] = removed;
  if (changed.length + removed.length > 1) {
    return { topic: 'conversation', data: { type: 'several', changed, removed } };
  }
  if (conversation) return { topic: 'conversation', data: { type: 'changed', conversation } };
  if (id !== undefined) return { topic: 'conversation', data: { type: 'removed', id } };
  return null;
}
