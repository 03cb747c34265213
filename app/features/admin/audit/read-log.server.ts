import { listActs } from '~/features/accounts/index.server';
import { sql } from '~/lib/db/index.server';

import { actView } from './act-view.server';
import { readCursor, writeCursor } from '../time-cursor.server';
import type { ActView } from '../users/user-view';

const PAGE = 50;

/** The audit log, the latest first. */
export async function readLog(
  search: URLSearchParams,
): Promise<{ acts: ActView[]; cursor: string | null }> {
  const rows = await listActs(sql, { before: readCursor(search.get('before')), limit: PAGE + 1 });
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    acts: page.map(actView),
    cursor: rows.length > PAGE && last ? writeCursor(last) : null,
  };
}
