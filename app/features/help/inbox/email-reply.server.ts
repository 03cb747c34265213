import { z } from 'zod';

import { deliverWithResult, EmailError } from '~/features/email/index.server';
import { enqueue, type QueuedJob } from '~/engine/queue/index.server';
import type { Sql } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';

import { supportAddress } from '../contact/email-contact.server';
import { replyEmailContent } from './reply-email';
import { findUnsentReply, markReply } from './reply-data.server';

const schema = z.object({ id: z.uuid() });

/** Emails an admin's reply to the sender. */
export const contactReplyEmailJob: QueuedJob<z.output<typeof schema>> = {
  name: 'contact-reply-mail',
  parse: (data) => schema.parse(data),
  // Once an hour after the first hours: about four days, a weekend included.
  retries: 100,
  run: ({ id }) => emailReply(id),
};

/** Queues the email in the transaction that stores the reply. */
export function queueReplyEmail(id: string, tx: Sql): Promise<void> {
  return enqueue(contactReplyEmailJob, { id }, tx);
}

async function emailReply(id: string): Promise<void> {
  const found = await findUnsentReply(id);
  if (!found) return;
  const { body: message, email, ...to } = found.contact;
  const replyTo = supportAddress();
  const content = replyEmailContent({
    ...to,
    message,
    reply: found.body,
    isRead: replyTo !== undefined,
  });
  let result: 'sent' | 'outbox';
  try {
    result = await deliverWithResult(email, content, { kind: 'notice', replyTo });
  } catch (err) {
    if (!(err instanceof EmailError) || err.retryable) throw err;
    log.warn({ err, reply: id }, 'a reply to a contact message was refused for good');
    return markReply(id, 'refused', new Date());
  }
  await markReply(id, result, new Date());
}
