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

/** Calls `listener` after sessions ended, so that what hangs on them (sockets) is cut. Returns how to stop. */
export function onSessionEnded(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Call it when the end is committed. A listener's failure is logged: the session has ended all the same. */
export async function publishSessionEnded(event: SessionEnded): Promise<void> {
  const told = await Promise.allSettled([...listeners].map(async (listener) => listener(event)));
  for (const result of told) {
    if (result.status === 'rejected') {
      log.error(
        { err: result.reason as unknown, userId: event.userId },
        'a listener to ended sessions failed',
      );
    }
  }
}
