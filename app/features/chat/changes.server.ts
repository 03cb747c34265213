import { nextSequence, publishChanges } from '~/realtime/index.server';
import type { Sql } from '~/lib/db/index.server';

import type { AnswerChange, BranchChange, ConversationChange } from './conversation';
import type { SettingsChange } from './conversation-settings';

export type ChatChange =
  | { topic: 'conversation'; data: ConversationChange }
  | { topic: 'answer'; data: AnswerChange }
  | { topic: 'branch'; data: BranchChange }
  | { topic: 'settings'; data: SettingsChange };

/** Takes a number for what the transaction changed; the returned function tells the tabs, after the commit. */
export async function announce(
  tx: Sql,
  userId: string,
  ...changes: ChatChange[]
): Promise<() => void> {
  const seq = await nextSequence(tx, userId);
  return () => void publishChanges(userId, { seq, changes });
}
