import { enqueue } from '~/engine/queue/index.server';
import type { PrismaTx, Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import { findByContent, requestSync } from './source-data.server';
import { readSource } from './reading/read-source.server';

/** People type for a while, so a changed text is read once they pause. */
const SETTLED_SECONDS = 20;

/** Lets the sources that are this saved content be read again, in the transaction that changes its text. */
export async function noteContentChange(
  tx: PrismaTx,
  sql: Sql,
  userId: UserScope,
  contentId: string,
): Promise<void> {
  for (const sourceId of await findByContent(tx, userId, contentId)) {
    // One that waits already is read with this change, too.
    if (!(await requestSync(tx, userId, sourceId))) continue;
    await enqueue(readSource, { sourceId }, sql, { afterSeconds: SETTLED_SECONDS });
  }
}
