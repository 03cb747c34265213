import { PaymentError, payments, paymentsMode } from '~/gateways/payments/index.server';
import { AppError } from '~/lib/errors';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';

import { recordCharge, recordInvoice, recordSession } from '../purchases/record-payment.server';
import { syncSubscription, type EventOutcome } from '../subscriptions/sync-subscription.server';
import {
  endEvent,
  findEvent,
  keepEvent,
  type StoredEvent,
  type Subject,
  subjectOf,
} from './event-data.server';

const RECORD: Record<Subject['object'], (id: string, now: Date) => Promise<EventOutcome>> = {
  session: recordSession,
  subscription: syncSubscription,
  invoice: recordInvoice,
  charge: recordCharge,
};

/**
 * Fetches what the event is about and records its present state, so that neither the order of events nor repetition
 * matters. Stores the outcome; rethrows a failure.
 */
export async function processEvent(event: StoredEvent, now: Date): Promise<EventOutcome> {
  const { id, object, objectId } = event;
  try {
    const state = object && objectId ? await RECORD[object](objectId, now) : 'ignored';
    KILLABLE: killPoint('payment: tokens granted, event not ended');
    await endEvent(id, { state, now });
    return state;
  } catch (err) {
    const { name, message } = err as Error;
    log.error({ err, event: id, type: event.type }, 'a payment event could not be processed');
    // The message holds our own words and Stripe's codes, nothing that a person typed.
    await endEvent(id, { state: 'failed', error: `${name}: ${message}`.slice(0, 500), now });
    throw err;
  }
}

/**
 * Processes an event again, or one whose webhook never arrived; harmless for one that is done.
 * @throws AppError `not-found`, `unavailable`
 */
export async function replayEvent(id: string, now: Date): Promise<EventOutcome> {
  if (paymentsMode() === 'off')
    throw new AppError('not-found', 'Payments aren’t set up on this server.');
  const stored = (await findEvent(id)) ?? (await fetchEvent(id, now));
  try {
    return await processEvent(stored, now);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('unavailable', `The event couldn’t be processed: ${reason}`, { cause });
  }
}

async function fetchEvent(id: string, now: Date): Promise<StoredEvent> {
  try {
    const event = await (await payments()).event(id);
    return await keepEvent(event, subjectOf(event), now);
  } catch (cause) {
    if (!(cause instanceof PaymentError)) throw cause;
    const text =
      cause.code === 'missing'
        ? 'Neither this server nor Stripe has this event. Stripe deletes events after 30 days.'
        : 'Stripe can’t be reached. Try again in a few minutes.';
    throw new AppError(cause.code === 'missing' ? 'not-found' : 'unavailable', text, { cause });
  }
}
