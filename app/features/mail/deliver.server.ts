import { sendMail, type MailKind } from '~/gateways/mail/index.server';
import { countMail } from '~/lib/metrics.server';

import { renderMail, type MailContent } from './render';

/**
 * Sends a mail, now. Call it from a queued job: a service may be slow, or gone for an hour.
 * @throws MailError when it could not be sent
 */
export async function deliver(
  to: string,
  content: MailContent,
  { kind, replyTo }: { kind: MailKind; replyTo?: string },
): Promise<void> {
  try {
    await sendMail({ to, kind, replyTo, ...renderMail(content) });
    countMail(kind, 'sent');
  } catch (error) {
    countMail(kind, 'failed');
    throw error;
  }
}
