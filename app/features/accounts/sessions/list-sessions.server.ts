import { sql } from '~/lib/db/index.server';
import type { SessionUser } from '~/http/session';

import { deviceOf } from './device';
import type { SessionView } from './session-view';
import { listSessions } from './sessions.server';

/** More than anybody looks through; the oldest are left out. */
const MAX = 100;

/** Where the person is signed in: this session first, then those used last. Null: none of theirs asks. */
export async function viewSessions(
  { user, sessionId }: { user: Pick<SessionUser, 'id' | 'timeZone'>; sessionId: string | null },
  now: Date,
): Promise<SessionView[]> {
  const format = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: user.timeZone ?? 'UTC',
  });
  const rows = await listSessions(sql, user.id, now, MAX);
  const views = rows.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
    id,
    device: deviceOf(userAgent),
    firstSeen: format.format(createdAt),
    lastUsed: format.format(lastUsedAt),
    isThis: id === sessionId,
  }));
  return [...views.filter(({ isThis }) => isThis), ...views.filter(({ isThis }) => !isThis)];
}
