import { type ActRow, listActs } from '~/features/accounts/index.server';

import { readCursor, writeCursor } from '../time-cursor.server';
import type { ActView } from '../users/user-view';

const PAGE = 50;

/** A page of the audit log, newest first. */
export async function readLog(
  search: URLSearchParams,
): Promise<{ acts: ActView[]; cursor: string | null }> {
  const rows = await listActs({ before: readCursor(search.get('before')), limit: PAGE + 1 });
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    acts: page.map(actView),
    cursor: rows.length > PAGE && last ? writeCursor(last) : null,
  };
}

export function actView({ actorEmail, targetEmail, createdAt, ...row }: ActRow): ActView {
  return {
    ...row,
    actor: actorEmail,
    target: targetEmail,
    createdAt: createdAt.toISOString(),
  };
}
