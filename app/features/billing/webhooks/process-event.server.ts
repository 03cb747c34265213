import { sql } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';

import { recordCharge } from '../purchases/record-charge.server';
import { recordInvoice } from '../purchases/record-invoice.server';
import { recordSession } from '../purchases/record-session.server';
import { syncSubscription, type Taken } from '../subscriptions/sync-subscription.server';
import { endEvent, type StoredEvent } from './event-data.server';
import type { Subject } from './subject-of';

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
  const { id, object, object_id: objectId } = event;
  try {
    const state = object && objectId ? await TAKE[object](objectId, now) : 'ignored';
    killPoint('payment: tokens granted, event not ended');
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
