import { sql } from '~/lib/db/index.server';
import { listCursor, parseListCursor } from '~/lib/list-cursor';

import type { BriefList } from './brief';
import { listBriefs } from './brief-data.server';

const PAGE = 20;

/** Recent briefs, newest first, from a cursor on. @throws AppError `invalid` for a cursor that no page gave. */
export async function recentBriefs(userId: string, before: string | null): Promise<BriefList> {
  const found = await listBriefs(
    sql,
    userId,
    before === null ? null : parseListCursor(before),
    PAGE + 1,
  );
  const items = found.slice(0, PAGE);
  const last = items.at(-1);
  return {
    items,
    cursor: found.length > PAGE && last ? listCursor({ date: last.createdAt, id: last.id }) : null,
  };
}
