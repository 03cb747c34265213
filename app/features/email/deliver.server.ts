import {
  EmailError,
  type EmailKind,
  sendEmail,
  whatSentMeans,
} from '~/gateways/email/index.server';
import type { EmailSettings } from '~/settings/providers.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import { countEmail } from '~/lib/metrics.server';

import { recordArrival, recordFailure } from './failures/failure-actions.server';
import { hideSecrets } from './outbox/outbox';
import { type EmailContent, renderEmail } from './render';

interface Delivery {
  kind: EmailKind;
  replyTo?: string;
}

/**
 * Sends an email now. Call it from a queued job: a service may be slow, or down for an hour.
 * @throws EmailError if it could not be sent
 */
export async function deliver(...email: Parameters<typeof deliverWithResult>): Promise<void> {
  await deliverWithResult(...email);
}

/** The same; resolves to what happened to it: without a service, it's only in the outbox. @throws EmailError */
export async function deliverWithResult(
  to: string,
  content: EmailContent,
  { kind, replyTo }: Delivery,
): Promise<'sent' | 'outbox'> {
  const message = renderEmail(content);
  KILLABLE: killPoint('email: before it is handed over');
  try {
    await sendEmail({ to, kind, replyTo, ...message });
    KILLABLE: killPoint('email: handed over, not noted');
    countEmail(kind, 'sent');
  } catch (error) {
    countEmail(kind, 'failed');
    if (error instanceof EmailError && error.recipient) {
      const subject = kind === 'notice' ? message.subject : hideSecrets(message.subject);
      await bestEffort(() => recordRefusal(to, error, subject));
    }
    throw error;
  }
  const means = whatSentMeans();
  if (means === 'nothing') return 'outbox';
  await bestEffort(() =>
    recordArrival({ email: normalized(to), at: new Date(), onlyRefusals: means === 'taken' }),
  );
  return 'sent';
}

/** Sends an email by a service that an admin tries, which says nothing about the address. @throws EmailError */
export async function deliverBy(
  service: EmailSettings,
  to: string,
  content: EmailContent,
  { kind }: Delivery,
): Promise<void> {
  await sendEmail({ to, kind, ...renderEmail(content) }, service);
}

/** The service refused the recipient at once. */
function recordRefusal(email: string, { recipient, detail }: EmailError, subject: string) {
  return recordFailure({
    eventKey: null,
    email: normalized(email),
    kind: recipient ?? 'soft',
    reason: detail ?? 'refused',
    detail: '',
    subject,
    messageId: null,
    happenedAt: new Date(),
  });
}

/** The form in which accounts have addresses. */
function normalized(email: string): string {
  return email.trim().toLowerCase();
}

/** Whether the email was sent doesn't depend on whether the result can be recorded. */
async function bestEffort(record: () => Promise<void>): Promise<void> {
  try {
    await record();
  } catch (err) {
    log.error({ err }, 'the outcome of an email could not be stored');
  }
}
