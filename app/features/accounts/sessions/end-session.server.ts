import { sql } from '~/lib/db/index.server';

import { publishSessionEnded } from './session-events.server';
import { deleteSession } from './sessions.server';

/** Ends one session of the user, everywhere at once. False when the user has no such session. */
export async function endSession(userId: string, sessionId: string): Promise<boolean> {
  const ended = await deleteSession(sql, userId, sessionId);
  if (ended) await publishSessionEnded({ userId, sessionId });
  return ended;
}
