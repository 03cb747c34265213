import { deleteConversations } from '~/features/chat/index.server';
import { sql } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';

import type { ImportState } from '../../page/import-export';
import { readMade } from '../candidate-data.server';
import type { Work } from './work.server';

const SLICE = 200;

/** Deletes what the import made, as its owner would; done again, it finds less to do. */
export async function removeBatch({ held, signal, report }: Work): Promise<ImportState> {
  const { id, userId } = held;
  for (let after = -1, done = 0; ;) {
    signal.throwIfAborted();
    const made = await readMade(sql, userId, id, { after, limit: SLICE });
    const last = made.at(-1);
    if (!last) return 'removed';
    await deleteConversations(
      userId,
      made.map(({ conversationId }) => conversationId),
    );
    KILLABLE: killPoint('import: a batch removed');
    after = last.index;
    done += made.length;
    // How many there are is not known before: it is always half way to the end.
    report(done / (done + SLICE));
  }
}
