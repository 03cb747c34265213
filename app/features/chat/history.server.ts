import type { Sql } from '~/lib/db/index.server';

import { wholeText } from './message-objects.server';
import { readBranch } from './message-table.server';

export interface HistoryMessage {
  id: string;
  role: 'user' | 'assistant';
  content: string;
  /** What was read from the files that came with it. */
  context: string;
}

/** More than any model reads (UTF-16 units): what lies before that stays as its row has it. */
const MOST_READ = 4_000_000;

/** What the model is to read: all messages of a branch in order, in full from the newest back as far as is of use. */
export async function readHistory(
  sql: Sql,
  userId: string,
  conversationId: string,
  leafId: string | null,
): Promise<HistoryMessage[]> {
  const rows = await readBranch(sql, userId, conversationId, leafId);
  const history: HistoryMessage[] = [];
  let read = 0;
  for (const { id, role, content, context, contentUrl, contextUrl } of rows.toReversed()) {
    const inFull = read < MOST_READ;
    history.push({
      id,
      role,
      content: inFull ? await wholeText(content, contentUrl) : content,
      context: inFull ? await wholeText(context, contextUrl) : context,
    });
    read += history.at(-1)!.content.length + history.at(-1)!.context.length;
  }
  return history.reverse();
}
