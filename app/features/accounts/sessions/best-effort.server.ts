import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';

/**
 * For what follows when a sign-in can't be taken back: its session is open, or its backup code is used up. A failure is only
 * logged, because the person must get in all the same.
 */
export async function bestEffort<T>(
  userId: UserScope,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (err) {
    log.error({ err, userId }, 'a sign-in was not fully recorded');
    return undefined;
  }
}
