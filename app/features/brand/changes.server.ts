import { nextSequence, publishEvents } from '~/engine/events/index.server';
import type { Sql } from '~/lib/db/index.server';

import type { ProfileChange } from './profiles/profile-change';

/** Takes a number for what the transaction changed; the returned function tells the tabs, after the commit. */
export async function publishProfile(
  tx: Sql,
  userId: string,
  data: ProfileChange,
): Promise<() => void> {
  const seq = await nextSequence(tx, userId);
  return () => void publishEvents(userId, { seq, changes: [{ topic: 'profile', data }] });
}
