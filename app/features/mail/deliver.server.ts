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
  { kind }: { kind: MailKind },
): Promise<void> {
  try {
    await sendMail({ to, kind, ...renderMail(content) });
    countMail(kind, 'sent');
  } catch (error) {
    countMail(kind, 'failed');
    throw error;
  }
}
