import { nextSequence, publishEvents } from '~/engine/events/index.server';
import type { Sql } from '~/lib/db/index.server';

/** Takes a number for a change of the library; the returned function tells the tabs, after the commit. */
export async function publishPrompts(tx: Sql, userId: string): Promise<() => void> {
  const seq = await nextSequence(tx, userId);
  const changes = [{ topic: 'prompts' as const, data: {} }];
  return () => void publishEvents(userId, { seq, changes });
}

declare module '~/engine/events/events' {
  interface LiveTopics {
    /** The library is loaded again. */
    prompts: object;
  }
}
