import { join, resolve } from 'node:path';

import { env } from '../../settings/env.server';
import { emailSettings, type EmailSettings } from '../../settings/providers.server';
import { log } from '../../lib/log.server';
import { madeFor, singleton } from '../../lib/singleton.server';
import { toAddress, toHeaderText, toMailbox } from './addresses.server';
import { type Email, EmailError, type EmailTransport, type Mailbox } from './email';
import {
  listOutbox as list,
  type OutboxEmail,
  outboxTransport,
  purgeOutbox as purge,
  readOutboxEmail as read,
  removeFrom,
} from './outbox.server';
import { postmarkTransport } from './postmark.server';
import { smtpTransport } from './smtp.server';

export type { OutboxEmail } from './outbox.server';
export { EmailError, type Email, type EmailErrorCode, type EmailKind } from './email';

/** The directory for emails if no service is set. */
function outboxDirectory(): string {
  return join(resolve(env().DATA_DIR), 'outbox');
}

/** The service in force, or the outbox. */
function transport(settings: EmailSettings | null): EmailTransport {
  if (settings) return madeFor('email-transport', settings, transportOf);
  return singleton('email-outbox', () => {
    log.info(
      { directory: outboxDirectory() },
      'no email service is set: emails are written to the outbox',
    );
    return outboxTransport(outboxDirectory());
  });
}

function transportOf(settings: EmailSettings): EmailTransport {
  if (settings.service === 'postmark') return postmarkTransport(settings);
  return smtpTransport({ url: settings.url, isGuarded: settings.source === 'admin' });
}

/** Only emails in the outbox may use the default: settings with a service have a sender. */
function sender(settings: EmailSettings | null): Mailbox {
  try {
    return toMailbox(settings?.from || (env().MAIL_FROM ?? 'Brandwright <no-reply@localhost>'));
  } catch {
    // The original error would look as if the recipient were wrong, and the email would be given up.
    throw new EmailError('not-accepted', 'MAIL_FROM');
  }
}

/** Emails wait, instead of being refused one after the other, until an admin enters the password again. */
function assertReadable(settings: EmailSettings | null): void {
  if (settings?.isLocked) throw new EmailError('not-accepted', 'ENCRYPTION_KEY');
}

/**
 * Sends one email by the service in force (or by one that is only being tried), or writes it to the outbox. Resolves when
 * the service has accepted it.
 * @throws EmailError, after which queued jobs retry unless the email was refused for good
 */
export async function sendEmail(
  message: Email,
  settings: EmailSettings | null = emailSettings(),
): Promise<void> {
  assertReadable(settings);
  await transport(settings).send({
    ...message,
    from: sender(settings),
    to: toAddress(message.to),
    subject: toHeaderText(message.subject),
    ...(message.replyTo !== undefined && { replyTo: toAddress(message.replyTo) }),
  });
}

/** Checks that the service is available and accepts our credentials; sends nothing. @throws EmailError */
export async function checkEmailService(): Promise<void> {
  const settings = emailSettings();
  assertReadable(settings);
  sender(settings);
  await transport(settings).check();
}

/** A job: deletes emails in the outbox that are older than 30 days. */
export async function purgeOutbox(now: Date): Promise<void> {
  await purge(outboxDirectory(), now);
}

/** Deletes every email in the outbox to or about this address. */
export async function removeFromOutbox(email: string): Promise<void> {
  await removeFrom(outboxDirectory(), email);
}

/**
 * What a sent email says about its address. With SMTP, it counts as arrived, because nothing more will be reported.
 * Postmark accepts emails and reports later. In the outbox it says nothing.
 */
export function whatSentMeans(): 'arrived' | 'taken' | 'nothing' {
  const settings = emailSettings();
  if (!settings) return 'nothing';
  return settings.service === 'smtp' ? 'arrived' : 'taken';
}

/** False if a service is set, which really sends emails. */
export function isOutboxUsed(): boolean {
  return emailSettings() === null;
}

/** The emails in the outbox, the newest first, starting after `before`. */
export function listOutbox(page: { before: string | null; limit: number }): Promise<OutboxEmail[]> {
  return list(outboxDirectory(), page);
}

/** An email with its text; null if there is none. */
export function readOutboxEmail(id: string): Promise<(OutboxEmail & { text: string }) | null> {
  return read(outboxDirectory(), id);
}
