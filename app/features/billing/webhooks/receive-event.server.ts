import { PaymentError, payments, paymentsMode } from '~/gateways/payments/index.server';
import { sql } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';

import { keepEvent } from './event-data.server';
import { processEvent } from './process-event.server';
import { subjectOf } from './subject-of';

/** What Stripe is answered: anything but 200 has it send the event again, for three days. */
export interface WebhookAnswer {
  status: 200 | 400 | 404 | 500;
  text: string;
}

/** Takes in an event that was sent to the webhook. `body` is as it came, to the byte: that is what is signed. */
export async function receiveEvent(
  body: Buffer,
  signature: string | null | undefined,
  now: Date,
): Promise<WebhookAnswer> {
  if (paymentsMode() === 'off') return { status: 404, text: 'Payments are not set up here.' };
  let event;
  try {
    event = (await payments()).readWebhook(body, signature ?? '', now);
  } catch (err) {
    if (!(err instanceof PaymentError)) throw err;
    // By the cause's name alone: its message quotes what was sent.
    log.warn({ reason: err.message }, 'refused a webhook that is not signed by Stripe');
    return { status: 400, text: 'The signature is not right.' };
  }
  if (event.live !== (paymentsMode() === 'live')) {
    return { status: 400, text: 'This event is of another mode than the key.' };
  }
  const { id, type } = event;
  const stored = await keepEvent(sql, { id, type, subject: subjectOf(event), now });
  if (stored.state === 'done' || stored.state === 'ignored') {
    return { status: 200, text: 'Known already.' };
  }
  killPoint('payment: event kept, nothing taken in');
  try {
    await processEvent(stored, now);
    return { status: 200, text: 'Taken in.' };
  } catch {
    // The log has the cause, and the event is kept as failed.
    return { status: 500, text: 'This could not be taken in. Please send it again.' };
  }
}
