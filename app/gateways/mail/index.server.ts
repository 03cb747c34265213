import { join, resolve } from 'node:path';

import { env } from '../../lib/env.server';
import { log } from '../../lib/log.server';
import { singleton } from '../../lib/singleton.server';
import { toAddress, toHeaderText, toMailbox } from './addresses.server';
import { MailError, type Mail, type Mailbox, type MailTransport } from './mail';
import { clearOutbox as clear, outboxTransport, removeFrom } from './outbox.server';
import { postmarkTransport } from './postmark.server';
import { listOutbox as list, readOutboxMail as read, type OutboxMail } from './read-outbox.server';
import { smtpTransport } from './smtp.server';

export type { OutboxMail } from './read-outbox.server';
export { MailError, type Mail, type MailErrorCode, type MailKind } from './mail';

/** Where mails lie when no service is set. */
function outboxDirectory(): string {
  return join(resolve(env().DATA_DIR), 'outbox');
}

function transport(): MailTransport {
  return singleton('mail-transport', () => {
    const { POSTMARK_SERVER_TOKEN: token, POSTMARK_BASE_URL: baseUrl, SMTP_URL: url } = env();
    if (token) return postmarkTransport({ token, baseUrl });
    if (url) return smtpTransport({ url });
    log.info({ directory: outboxDirectory() }, 'no mail service is set: mails go to the outbox');
    return outboxTransport(outboxDirectory());
  });
}

/** Only mails in the outbox come from an address that the operator has not named: see env.server. */
function sender(): Mailbox {
  try {
    return toMailbox(env().MAIL_FROM ?? 'Brandwright <no-reply@localhost>');
  } catch {
    // It would read as if the recipient were wrong, and the mail would be given up.
    throw new MailError('not-accepted', 'MAIL_FROM');
  }
}

/**
 * Sends one mail by the service that is set, or puts it into the outbox. Resolves when the service has taken it.
 * @throws MailError, which queued jobs try again unless the mail was refused for good
 */
export async function sendMail(mail: Mail): Promise<void> {
  await transport().send({
    ...mail,
    from: sender(),
    to: toAddress(mail.to),
    subject: toHeaderText(mail.subject),
    ...(mail.replyTo !== undefined && { replyTo: toAddress(mail.replyTo) }),
  });
}

/** Whether the service is there and takes who asks; nothing is sent. @throws MailError */
export async function checkMail(): Promise<void> {
  sender();
  await transport().check();
}

/** Deletes mails that have lain in the outbox for 30 days. */
export async function clearOutbox(now: Date): Promise<void> {
  await clear(outboxDirectory(), now);
}

/** Deletes every email in the outbox to or about this address. */
export async function removeFromOutbox(email: string): Promise<void> {
  await removeFrom(outboxDirectory(), email);
}

/**
 * What it says of an address that its mail was sent. SMTP: it arrived, as far as anyone here will ever hear. Postmark takes
 * mails and tells later. In the outbox it says nothing.
 */
export function whatSentMeans(): 'arrived' | 'taken' | 'nothing' {
  if (isOutboxUsed()) return 'nothing';
  return env().SMTP_URL ? 'arrived' : 'taken';
}

/** False where a service is set: mails are then really sent. */
export function isOutboxUsed(): boolean {
  const { POSTMARK_SERVER_TOKEN, SMTP_URL } = env();
  return !POSTMARK_SERVER_TOKEN && !SMTP_URL;
}

/** What lies in the outbox, the newest first, from before this one on. */
export function listOutbox(page: { before: string | null; limit: number }): Promise<OutboxMail[]> {
  return list(outboxDirectory(), page);
}

/** One with its text; null when there is no such mail. */
export function readOutboxMail(id: string): Promise<(OutboxMail & { text: string }) | null> {
  return read(outboxDirectory(), id);
}
