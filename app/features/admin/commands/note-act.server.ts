import { recordAct } from '~/features/accounts/index.server';
import { sql } from '~/lib/db/index.server';

/** Notes what a command did. Who ran it, the server cannot tell. */
export function noteAct(
  action: string,
  targetId: string | null,
  change: { before?: object; after?: object } = {},
): Promise<void> {
  return recordAct(sql, { actorId: null, action, targetId, ...change });
}
