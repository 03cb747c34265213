import { MailError, sendMail, whatSentMeans, type MailKind } from '~/gateways/mail/index.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import { countMail } from '~/lib/metrics.server';

import { takeArrival, takeFailure } from './failures/failure-actions.server';
import { hideSecrets } from './outbox/hide-secrets';
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
  const mail = renderMail(content);
  killPoint('mail: before it is handed over');
  try {
    await sendMail({ to, kind, replyTo, ...mail });
    killPoint('mail: handed over, not noted');
    countMail(kind, 'sent');
  } catch (error) {
    countMail(kind, 'failed');
    if (error instanceof MailError && error.recipient) {
      const subject = kind === 'notice' ? mail.subject : hideSecrets(mail.subject);
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
function noteRefusal(email: string, { recipient, detail }: MailError, subject: string) {
  return takeFailure({
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

/** What is known of an address comes second: the mail is sent, or is not, whatever becomes of the note. */
async function beside(note: () => Promise<void>): Promise<void> {
  try {
    await note();
  } catch (err) {
    log.error({ err }, 'what came of a mail could not be written down');
  }
}
