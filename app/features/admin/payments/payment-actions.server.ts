import { recordAct } from '~/features/accounts/index.server';
import { failedEvents, replayEvent } from '~/features/billing/index.server';
import { paymentsMode } from '~/gateways/payments/index.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { adminTexts } from '../texts';
import type { ActingAdmin } from '../act-answer.server';

/** How payments are set, and the events that failed and need a fix. */
export async function readPayments() {
  const mode = paymentsMode();
  const failed = mode === 'off' ? [] : await failedEvents();
  return {
    mode,
    failed: failed.map(({ id, type, error, attempts, receivedAt }) => {
      return { id, type, error, attempts, receivedAt: receivedAt.toISOString() };
    }),
  };
}

const EVENT_ID = /^evt_\w{1,200}$/;

/**
 * Processes one of Stripe's events again, or one that never arrived. Returns the text that confirms it.
 * @throws AppError `invalid`, `not-found`, `unavailable`
 */
export async function replayPayment(admin: ActingAdmin, id: string, now: Date): Promise<string> {
  const eventId = id.trim();
  if (!EVENT_ID.test(eventId)) throw new AppError('invalid', adminTexts.notAnEvent);
  const outcome = await replayEvent(eventId, now);
  await recordAct(sql, {
    actorId: admin.id,
    address: admin.address,
    action: 'replay-event',
    targetId: null,
    after: { event: eventId, outcome },
  });
  return outcome === 'done' ? adminTexts.eventDone : adminTexts.eventIgnored;
}
