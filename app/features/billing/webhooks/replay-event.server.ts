import { PaymentError, payments, paymentsMode } from '~/gateways/payments/index.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { findEvent, keepEvent, listEvents, type StoredEvent } from './event-data.server';
import { processEvent } from './process-event.server';
import { subjectOf } from './subject-of';

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

/** Events that wait for somebody to mend what is wrong, newest first. */
export function failedEvents(limit = 100): Promise<StoredEvent[]> {
  return listEvents(sql, { state: 'failed', limit });
}
