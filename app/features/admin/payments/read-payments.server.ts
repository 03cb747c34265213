import { failedEvents } from '~/features/billing/index.server';
import { paymentsMode } from '~/gateways/payments/index.server';

import type { PaymentsView } from './payments-view';

/** How payments are set up, and which of Stripe's events wait for somebody to mend what is wrong. */
export async function readPayments(): Promise<PaymentsView> {
  const mode = paymentsMode();
  const failed = mode === 'off' ? [] : await failedEvents();
  return {
    mode,
    failed: failed.map(({ id, type, error, attempts, received_at: receivedAt }) => {
      return { id, type, error, attempts, receivedAt: receivedAt.toISOString() };
    }),
  };
}
