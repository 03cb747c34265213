import { readProfileList, selection } from '~/features/brand/index.server';
import { sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';

import { NO_SETTINGS } from './settings/conversation-settings';
import { insertConversation } from './conversation-data.server';

/**
 * A new, empty 'Untitled Conversation'; it is listed from its first message on. Grounded by the person's
 * selected profile; `localProfileId` is the one that their browser remembers.
 */
export async function createConversation(
  userId: string,
  localProfileId: string | null = null,
): Promise<string> {
  const id = newId();
  const { profiles, selectedId } = await readProfileList(userId);
  const profile = selection(selectedId, localProfileId, profiles);
  await insertConversation(sql, userId, id, { ...NO_SETTINGS, profileId: profile?.id ?? null });
  return id;
}
