import { recordAct } from '~/features/accounts/index.server';
import { failedEvents, replayEvent } from '~/features/billing/index.server';
import { paymentsMode } from '~/gateways/payments/index.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { adminTexts } from '../texts';
import type { ActingAdmin } from '../users/user-acts';
import type { PaymentsView } from './payments-view';

/** How payments are set up, and which of Stripe's events wait for someone to mend what is wrong. */
export async function readPayments(): Promise<PaymentsView> {
  const mode = paymentsMode();
  const failed = mode === 'off' ? [] : await failedEvents();
  return {
    mode,
    failed: failed.map(({ id, type, error, attempts, receivedAt: receivedAt }) => {
      return { id, type, error, attempts, receivedAt: receivedAt.toISOString() };
    }),
  };
}

const EVENT_ID = /^evt_\w{1,200}$/;

/**
 * Takes one of Stripe's events in once more, by its id, also one that never arrived. Returns the words for that.
 * @throws AppError invalid, not-found, unavailable
 */
export async function replayPayment(admin: ActingAdmin, id: string, now: Date): Promise<string> {
  const wanted = id.trim();
  if (!EVENT_ID.test(wanted)) throw new AppError('invalid', adminTexts.notAnEvent);
  const outcome = await replayEvent(wanted, now);
  await recordAct(sql, {
    actorId: admin.id,
    address: admin.address,
    action: 'replay-event',
    targetId: null,
    after: { event: wanted, outcome },
  });
  return outcome === 'done' ? adminTexts.eventDone : adminTexts.eventIgnored;
}
