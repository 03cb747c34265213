import type { Sql } from '~/lib/db/index.server';
import { nextSequence, publishEvents } from '~/engine/events/index.server';

/**
 * Something about the account itself changed (its e-mail, verified or admin): takes a number for it in the transaction;
 * the returned function tells the person's tabs, after the commit, to load what they show of it again.
 */
export async function publishAccountChange(tx: Sql, userId: string): Promise<() => Promise<void>> {
  const seq = await nextSequence(tx, userId);
  return () => publishEvents(userId, { seq, changes: [{ topic: 'account', data: null }] });
}

declare module '~/engine/events/events' {
  interface LiveTopics {
    /** What pages show of the account is loaded again. */
    account: null;
  }
}
