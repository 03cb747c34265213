import { sql } from '~/lib/db/index.server';

import { publishSessionEnded } from './session-events.server';
import { deleteSessionsOf } from './sessions.server';

/** Signs the user out everywhere at once. */
export async function endAllSessions(userId: string): Promise<void> {
  await deleteSessionsOf(sql, userId);
  await publishSessionEnded({ userId });
}
