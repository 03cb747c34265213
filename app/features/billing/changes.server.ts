import { nextSequence, publishEvents } from '~/engine/events/index.server';
import type { Sql } from '~/lib/db/index.server';

/** Takes a number for a change of plan or tokens; the returned function has the tabs look again, after the commit. */
export async function publishBilling(tx: Sql, userId: string): Promise<() => void> {
  const seq = await nextSequence(tx, userId);
  return () => void publishEvents(userId, { seq, changes: [{ topic: 'billing', data: null }] });
}

declare module '~/engine/events/events' {
  interface LiveTopics {
    /** What pages show of the plan is loaded again. */
    billing: null;
  }
}
