import { z } from 'zod';

import { deliver, MailError } from '~/features/email/index.server';
import { enqueue, type QueuedJob } from '~/engine/queue/index.server';
import type { Sql } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';

import { supportAddress } from '../contact/mail-contact.server';
import { replyMailContent } from './reply-mail';
import { findUnmailedReply, markReply } from './reply-data.server';

const schema = z.object({ id: z.uuid() });

/** Mails an admin's reply to whoever wrote. */
export const contactReplyMail: QueuedJob<z.output<typeof schema>> = {
  name: 'contact-reply-mail',
  parse: (data) => schema.parse(data),
  // Once an hour after the first hours: about four days, a weekend included.
  retries: 100,
  run: ({ id }) => mailReply(id),
};

/** Has the reply mailed once the transaction that stores it is committed. */
export function queueReplyMail(id: string, tx: Sql): Promise<void> {
  return enqueue(contactReplyMail, { id }, tx);
}

async function mailReply(id: string): Promise<void> {
  const found = await findUnmailedReply(id);
  if (!found) return;
  const { body: message, email, ...to } = found.contact;
  const replyTo = supportAddress();
  const content = replyMailContent({
    ...to,
    message,
    reply: found.body,
    isRead: replyTo !== undefined,
  });
  try {
    await deliver(email, content, { kind: 'notice', replyTo });
  } catch (err) {
    if (!(err instanceof MailError) || err.retryable) throw err;
    log.warn({ err, reply: id }, 'a reply to a contact message was refused for good');
    return markReply(id, 'refused', new Date());
  }
  await markReply(id, 'mailed', new Date());
}
