import { z } from 'zod';

import { enqueue, type QueuedJob } from '~/engine/queue/index.server';
import { deliver, EmailError } from '~/features/email/index.server';
import type { Sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { log } from '~/lib/log.server';

import { findUnsent, markEmailed } from './contact-data.server';
import { contactEmailContent } from './contact-email';

/** Whom the operator has named for messages of the contact form, in whatever way. */
export function supportAddress(): string | undefined {
  const { SUPPORT_EMAIL, ADMIN_EMAIL, MAIL_FROM } = env();
  return (
    SUPPORT_EMAIL ?? ADMIN_EMAIL ?? (MAIL_FROM && (/<([^<>]*)>$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM))
  );
}

const schema = z.object({ id: z.uuid() });

/** Emails a message of the contact form to the operator. */
export const contactEmailJob: QueuedJob<z.output<typeof schema>> = {
  name: 'contact-mail',
  parse: (data) => schema.parse(data),
  // Once an hour after the first hours: about four days, a weekend included.
  retries: 100,
  run: ({ id }) => emailContact(id),
};

/** Has the message emailed once the transaction that stores it is committed. */
export function queueContactEmail(id: string, tx: Sql): Promise<void> {
  return enqueue(contactEmailJob, { id }, tx);
}

async function emailContact(id: string): Promise<void> {
  const message = await findUnsent(id);
  if (!message) return;
  const to = supportAddress();
  if (to === undefined) {
    return log.warn(
      { contact: id },
      'a contact message is kept, but there is nobody to mail it to',
    );
  }
  const content = contactEmailContent({ ...message, accountEmail: message.user?.email ?? null });
  try {
    await deliver(to, content, { kind: 'notice', replyTo: message.email });
  } catch (error) {
    if (!(error instanceof EmailError) || error.code !== 'refused') throw error;
    // It may be the sender's address that no email service takes. The operator reads it in the text.
    await deliver(to, content, { kind: 'notice' });
  }
  await markEmailed(id, new Date());
}
