import { afterCommit, type Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import type { LiveEvent } from './events';
import { publishEvents } from './hub.server';
import { nextSequence } from './sequence.server';

/**
 * Numbers what a transaction changed of a user's, and tells their tabs once it has committed. After a rollback no one hears
 * of it. It locks the user's counter until the end of the transaction, so call it late.
 */
export async function publish(tx: Sql, userId: UserScope, ...events: LiveEvent[]): Promise<void> {
  const tell = await reserveSequence(tx, userId);
  tell(...events);
}

/** The same where the number has to be taken before it is known what changes. Not calling it leaves a gap, and tabs reload. */
export async function reserveSequence(
  tx: Sql,
  userId: UserScope,
): Promise<(...events: LiveEvent[]) => void> {
  const seq = await nextSequence(tx, userId);
  return (...changes) => afterCommit(tx, () => void publishEvents(userId, { seq, changes }));
}
