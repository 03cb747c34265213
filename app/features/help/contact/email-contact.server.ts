import { z } from 'zod';

import { enqueue, type QueuedJob } from '~/engine/queue/index.server';
import { deliver, EmailError } from '~/features/email/index.server';
import type { Sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { emailSettings } from '~/settings/providers.server';
import { log } from '~/lib/log.server';

import { findUnsent, markEmailed } from './contact-data.server';
import { contactEmailContent } from './contact-email';

/** The address for messages of the contact form: the first that is set of two settings and the sender of emails. */
export function supportAddress(): string | undefined {
  const { SUPPORT_EMAIL, ADMIN_EMAIL, MAIL_FROM } = env();
  const sender = emailSettings()?.from || MAIL_FROM;
  return SUPPORT_EMAIL ?? ADMIN_EMAIL ?? (sender && (/<([^<>]*)>$/.exec(sender)?.[1] ?? sender));
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

/** Queues the email in the transaction that stores the message. */
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
      'a contact message was stored, but no address is set to email it to',
    );
  }
  const content = contactEmailContent({ ...message, accountEmail: message.user?.email ?? null });
  try {
    await deliver(to, content, { kind: 'notice', replyTo: message.email });
  } catch (error) {
    if (!(error instanceof EmailError) || error.code !== 'refused') throw error;
    // The email service may reject the sender's address, which the operator also finds in the text.
    await deliver(to, content, { kind: 'notice' });
  }
  await markEmailed(id, new Date());
}
