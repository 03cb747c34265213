import type { Sql } from '~/lib/db/index.server';
import { nextSequence, publishChanges } from '~/engine/events/index.server';

/**
 * Something about the account itself changed (its e-mail, verified or admin): takes a number for it in the transaction;
 * the returned function tells the person's tabs, after the commit, to load what they show of it again.
 */
export async function publishAccountChange(tx: Sql, userId: string): Promise<() => Promise<void>> {
  const seq = await nextSequence(tx, userId);
  return () => publishChanges(userId, { seq, changes: [{ topic: 'account', data: null }] });
}
