import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';
import { singleton } from '~/lib/singleton.server';

/** One session ended, or without `sessionId` all of the user's. */
export interface SessionEnded {
  userId: UserScope;
  sessionId?: string;
}

type Listener = (event: SessionEnded) => void | Promise<void>;

const listeners = singleton('session-listeners', () => new Set<Listener>());

/** Calls `listener` after sessions end, so that what depends on them (sockets) is closed. Returns a function that stops it. */
export function onSessionEnded(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Call it after the commit. A listener's failure is logged: the session has ended all the same. */
export async function publishSessionEnded(event: SessionEnded): Promise<void> {
  const results = await Promise.allSettled([...listeners].map(async (listener) => listener(event)));
  for (const result of results) {
    if (result.status === 'rejected') {
      log.error(
        { err: result.reason as unknown, userId: event.userId },
        'a listener to ended sessions failed',
      );
    }
  }
}

/** The same for several sessions of one user. */
export async function publishSessionsEnded(
  userId: UserScope,
  sessionIds: readonly string[],
): Promise<void> {
  await Promise.all(sessionIds.map((sessionId) => publishSessionEnded({ userId, sessionId })));
}
