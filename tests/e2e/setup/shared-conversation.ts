import { randomBytes } from 'node:crypto';

import { inDatabase } from './database.ts';
import { storeTexts } from './stored-conversation.ts';

/** Stores a shared conversation with these messages, starting with the person's; returns the link's id. */
export async function shareTexts(email: string, texts: string[], title = 'Talk'): Promise<string> {
  const shareId = randomBytes(24).toString('base64url');
  const id = await storeTexts(email, texts, title);
  await inDatabase(`UPDATE conversations SET is_public = true WHERE id = $1`, [id]);
  await inDatabase(
    `INSERT INTO shared_conversations (id, user_id, conversation_id, leaf_id)
     SELECT $2, user_id, id, active_leaf_id FROM conversations WHERE id = $1`,
    [id, shareId],
  );
  return shareId;
}
