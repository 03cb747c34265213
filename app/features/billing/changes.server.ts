import { nextSequence, publishChanges } from '~/engine/events/index.server';
import type { Sql } from '~/lib/db/index.server';

/** Takes a number for a change of plan or tokens; the returned function has the tabs look again, after the commit. */
export async function publishBilling(tx: Sql, userId: string): Promise<() => void> {
  const seq = await nextSequence(tx, userId);
  return () => void publishChanges(userId, { seq, changes: [{ topic: 'billing', data: null }] });
}
