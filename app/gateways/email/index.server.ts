import { join, resolve } from 'node:path';

import { env } from '../../settings/env.server';
import { log } from '../../lib/log.server';
import { singleton } from '../../lib/singleton.server';
import { toAddress, toHeaderText, toMailbox } from './addresses.server';
import { EmailError, type Email, type Mailbox, type EmailTransport } from './email';
import { purgeOutbox as clear, outboxTransport, removeFrom } from './outbox.server';
import { postmarkTransport } from './postmark.server';
import {
  listOutbox as list,
  readOutboxEmail as read,
  type OutboxEmail,
} from './read-outbox.server';
import { smtpTransport } from './smtp.server';

export type { OutboxEmail } from './read-outbox.server';
export { EmailError, type Email, type EmailErrorCode, type EmailKind } from './email';

/** Where emails lie when no service is set. */
function outboxDirectory(): string {
  return join(resolve(env().DATA_DIR), 'outbox');
}

function transport(): EmailTransport {
  return singleton('mail-transport', () => {
    const { POSTMARK_SERVER_TOKEN: token, POSTMARK_BASE_URL: baseUrl, SMTP_URL: url } = env();
    if (token) return postmarkTransport({ token, baseUrl });
    if (url) return smtpTransport({ url });
    log.info({ directory: outboxDirectory() }, 'no mail service is set: mails go to the outbox');
    return outboxTransport(outboxDirectory());
  });
}

/** Only emails in the outbox come from an address that the operator has not named: see env.server. */
function sender(): Mailbox {
  try {
    return toMailbox(env().MAIL_FROM ?? 'Brandwright <no-reply@localhost>');
  } catch {
    // It would read as if the recipient were wrong, and the email would be given up.
    throw new EmailError('not-accepted', 'MAIL_FROM');
  }
}

/**
 * Sends one email by the service that is set, or puts it into the outbox. Resolves when the service has taken it.
 * @throws MailError, which queued jobs try again unless the email was refused for good
 */
export async function sendEmail(message: Email): Promise<void> {
  await transport().send({
    ...message,
    from: sender(),
    to: toAddress(message.to),
    subject: toHeaderText(message.subject),
    ...(message.replyTo !== undefined && { replyTo: toAddress(message.replyTo) }),
  });
}

/** Whether the service is there and takes who asks; nothing is sent. @throws MailError */
export async function checkEmailService(): Promise<void> {
  sender();
  await transport().check();
}

/** Deletes emails that have lain in the outbox for 30 days. */
export async function purgeOutbox(now: Date): Promise<void> {
  await clear(outboxDirectory(), now);
}

/** Deletes every email in the outbox to or about this address. */
export async function removeFromOutbox(email: string): Promise<void> {
  await removeFrom(outboxDirectory(), email);
}

/**
 * What it says of an address that its email was sent. SMTP: it arrived, as far as anyone here will ever hear. Postmark takes
 * emails and tells later. In the outbox it says nothing.
 */
export function whatSentMeans(): 'arrived' | 'taken' | 'nothing' {
  if (isOutboxUsed()) return 'nothing';
  return env().SMTP_URL ? 'arrived' : 'taken';
}

/** False where a service is set: emails are then really sent. */
export function isOutboxUsed(): boolean {
  const { POSTMARK_SERVER_TOKEN, SMTP_URL } = env();
  return !POSTMARK_SERVER_TOKEN && !SMTP_URL;
}

/** What lies in the outbox, the newest first, from before this one on. */
export function listOutbox(page: { before: string | null; limit: number }): Promise<OutboxEmail[]> {
  return list(outboxDirectory(), page);
}

/** One with its text; null when there is no such mail. */
export function readOutboxEmail(id: string): Promise<(OutboxEmail & { text: string }) | null> {
  return read(outboxDirectory(), id);
}
