import { randomUUID } from 'node:crypto';

import { inDatabase } from './database.ts';

/** Stores a conversation with these messages, starting with the person's; returns its id. */
export async function storeTexts(
  email: string,
  texts: readonly string[],
  title = 'Talk',
): Promise<string> {
  const id = randomUUID();
  await inDatabase(
    `INSERT INTO conversations (id, user_id, title, last_message)
     SELECT $2, id, $3, 'Text' FROM users WHERE email = $1`,
    [email, id, title],
  );
  await inDatabase(
    `INSERT INTO messages (id, user_id, conversation_id, role, content, timestamp)
     SELECT gen_random_uuid(), c.user_id, c.id, (CASE WHEN n % 2 = 1 THEN 'user' ELSE 'assistant' END)::message_role,
            content, now() - make_interval(secs => 10000 - n)
       FROM conversations c, unnest($2::text[]) WITH ORDINALITY AS text (content, n) WHERE c.id = $1`,
    [id, texts],
  );
  await inDatabase(
    `UPDATE messages SET parent_id = before FROM (
       SELECT id, lag(id) OVER (ORDER BY timestamp) AS before FROM messages WHERE conversation_id = $1
     ) ordered WHERE messages.id = ordered.id`,
    [id],
  );
  await inDatabase(
    `UPDATE conversations SET active_leaf_id =
       (SELECT id FROM messages WHERE conversation_id = $1 ORDER BY timestamp DESC LIMIT 1) WHERE id = $1`,
    [id],
  );
  return id;
}
