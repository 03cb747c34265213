import { sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';

import { insertConversation } from './conversation-table.server';

/** A new, empty 'Untitled Conversation'; it is listed from its first message on. */
export async function createConversation(userId: string): Promise<string> {
  const id = newId();
  await insertConversation(sql, userId, id);
  return id;
}
