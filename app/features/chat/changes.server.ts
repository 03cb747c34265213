import { nextSequence, publishChange } from '~/realtime/index.server';
import type { Sql } from '~/lib/db/index.server';

import type { AnswerChange, ConversationChange } from './conversation';

/** Takes the change's number in its transaction; the returned function tells the tabs and is called after the commit. */
export async function announce(
  tx: Sql,
  userId: string,
  change:
    { topic: 'conversation'; data: ConversationChange } | { topic: 'answer'; data: AnswerChange },
): Promise<() => void> {
  const seq = await nextSequence(tx, userId);
  return () => publishChange(userId, { seq, ...change });
}
