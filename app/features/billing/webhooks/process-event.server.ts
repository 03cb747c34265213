import { PaymentError, payments, paymentsMode } from '~/gateways/payments/index.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';

import { recordCharge, recordInvoice, recordSession } from '../purchases/record-payment.server';
import { syncSubscription, type Taken } from '../subscriptions/sync-subscription.server';
import {
  endEvent,
  findEvent,
  keepEvent,
  listEvents,
  type StoredEvent,
  type Subject,
  subjectOf,
} from './event-data.server';

const TAKE: Record<Subject['object'], (id: string, now: Date) => Promise<Taken>> = {
  session: recordSession,
  subscription: syncSubscription,
  invoice: recordInvoice,
  charge: recordCharge,
};

/**
 * Fetches what the event is about and takes in how it stands now: the order of events does not matter, nor how often
 * they come. What came of it is written down; a failure is thrown on.
 */
export async function processEvent(event: StoredEvent, now: Date): Promise<Taken> {
  const { id, object, objectId: objectId } = event;
  try {
    const state = object && objectId ? await TAKE[object](objectId, now) : 'ignored';
    KILLABLE: killPoint('payment: tokens granted, event not ended');
    await endEvent(sql, id, { state, now });
    return state;
  } catch (err) {
    const { name, message } = err as Error;
    log.error({ err, event: id, type: event.type }, 'a payment event could not be taken in');
    // Our own words and Stripe's codes; nothing of what a person has typed.
    await endEvent(sql, id, { state: 'failed', error: `${name}: ${message}`.slice(0, 500), now });
    throw err;
  }
}

/**
 * Takes an event in once more, also one that never arrived; harmless for one that was done.
 * @throws AppError `not-found`, `unavailable`
 */
export async function replayEvent(id: string, now: Date): Promise<'done' | 'ignored'> {
  if (paymentsMode() === 'off') throw new AppError('not-found', 'Payments are not set up here.');
  const stored = (await findEvent(sql, id)) ?? (await fetchEvent(id, now));
  try {
    return await processEvent(stored, now);
  } catch (cause) {
    const told = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('unavailable', `The event could not be taken in: ${told}`, { cause });
  }
}

async function fetchEvent(id: string, now: Date): Promise<StoredEvent> {
  try {
    const event = await (await payments()).event(id);
    return await keepEvent(sql, { id: event.id, type: event.type, subject: subjectOf(event), now });
  } catch (cause) {
    if (!(cause instanceof PaymentError)) throw cause;
    const text =
      cause.code === 'missing'
        ? 'There is no such event, here or at Stripe, which forgets them after 30 days.'
        : 'Stripe could not be asked for the event.';
    throw new AppError(cause.code === 'missing' ? 'not-found' : 'unavailable', text, { cause });
  }
}

/** Events that wait for someone to mend what is wrong, newest first. */
export function failedEvents(limit = 100): Promise<StoredEvent[]> {
  return listEvents(sql, { state: 'failed', limit });
}
