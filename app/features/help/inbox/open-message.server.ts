import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { findInInbox } from '../contact/contact-data.server';
import { REFUSALS } from '../assistant/refusals.server';
import type { InboxMessage, ReplyState } from './inbox';
import { inboxEntry } from './read-inbox.server';
import { listReplies, type ShownReply } from './reply-data.server';

/** One message with its text and what was answered. @throws AppError `not-found` */
export async function openMessage(id: string | undefined): Promise<InboxMessage> {
  const row = isId(id) ? await findInInbox(sql, id) : null;
  if (!row) throw new AppError('not-found', REFUSALS.messageGone);
  const replies = await listReplies(sql, row.id);
  const { userId, accountEmail } = row;
  return {
    ...inboxEntry(row),
    text: row.body,
    account: userId === null || accountEmail === null ? null : { id: userId, email: accountEmail },
    replies: replies.map((reply) => ({
      id: reply.id,
      author: reply.author,
      text: reply.body,
      state: replyState(reply),
      createdAt: reply.createdAt.toISOString(),
    })),
  };
}

function replyState({ mailedAt, refusedAt }: ShownReply): ReplyState {
  if (mailedAt) return 'sent';
  return refusedAt ? 'refused' : 'waiting';
}
