import { transaction, type Sql } from '~/lib/db/index.server';
import { nextSequence, publishEvents, type LiveEvent } from '~/engine/events/index.server';

import type { ContentChange } from './content/content';

/** Does `work` in one transaction, numbers the change that it tells of, and tells the user's tabs after the commit. */
export async function changeContent<T>(
  userId: string,
  work: (tx: Sql) => Promise<{ result: T; change: ContentChange | null }>,
): Promise<T> {
  const { result, change, seq } = await transaction(async (tx) => {
    const done = await work(tx);
    return { ...done, seq: done.change && (await nextSequence(tx, userId)) };
  });
  if (change && seq !== null) {
    void publishEvents(userId, { seq, changes: [savedNews(change)] });
  }
  return result;
}

/** A change as the tabs are told of it, for who tells them in a transaction of their own. */
export function savedNews(change: ContentChange): LiveEvent {
  return { topic: 'saved-content', data: change };
}
