import { nextSequence, publishChanges } from '~/engine/events/index.server';
import type { Sql } from '~/lib/db/index.server';

/** Takes a number for a change of the library; the returned function tells the tabs, after the commit. */
export async function publishPrompts(tx: Sql, userId: string): Promise<() => void> {
  const seq = await nextSequence(tx, userId);
  const changes = [{ topic: 'prompts', data: {} }];
  return () => void publishChanges(userId, { seq, changes });
}
