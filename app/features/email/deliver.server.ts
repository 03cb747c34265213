import {
  EmailError,
  sendEmail,
  whatSentMeans,
  type EmailKind,
} from '~/gateways/email/index.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import { countEmail } from '~/lib/metrics.server';

import { takeArrival, receiveFailure } from './failures/failure-actions.server';
import { hideSecrets } from './outbox/hide-secrets';
import { renderEmail, type EmailContent } from './render';

/**
 * Sends an email, now. Call it from a queued job: a service may be slow, or gone for an hour.
 * @throws MailError when it could not be sent
 */
export async function deliver(
  to: string,
  content: EmailContent,
  { kind, replyTo }: { kind: EmailKind; replyTo?: string },
): Promise<void> {
  const message = renderEmail(content);
  KILLABLE: killPoint('mail: before it is handed over');
  try {
    await sendEmail({ to, kind, replyTo, ...message });
    KILLABLE: killPoint('mail: handed over, not noted');
    countEmail(kind, 'sent');
  } catch (error) {
    countEmail(kind, 'failed');
    if (error instanceof EmailError && error.recipient) {
      const subject = kind === 'notice' ? message.subject : hideSecrets(message.subject);
      await beside(() => noteRefusal(to, error, subject));
    }
    throw error;
  }
  const means = whatSentMeans();
  if (means === 'nothing') return;
  await beside(() =>
    takeArrival({ email: known(to), at: new Date(), onlyRefusals: means === 'taken' }),
  );
}

/** The recipient was refused at once. */
function noteRefusal(email: string, { recipient, detail }: EmailError, subject: string) {
  return receiveFailure({
    eventKey: null,
    email: known(email),
    kind: recipient ?? 'soft',
    reason: detail ?? 'refused',
    detail: '',
    subject,
    messageId: null,
    happenedAt: new Date(),
  });
}

/** As accounts have it. */
function known(email: string): string {
  return email.trim().toLowerCase();
}

/** What is known of an address comes second: the email is sent, or is not, whatever becomes of the note. */
async function beside(note: () => Promise<void>): Promise<void> {
  try {
    await note();
  } catch (err) {
    log.error({ err }, 'what came of a mail could not be written down');
  }
}
