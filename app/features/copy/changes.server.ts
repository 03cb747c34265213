import { transaction, type Sql } from '~/lib/db/index.server';
import { nextSequence, publishChanges } from '~/realtime/index.server';

import type { ContentChange } from './content';

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
    void publishChanges(userId, { seq, changes: [{ topic: 'saved-content', data: change }] });
  }
  return result;
}
