import { appUrl } from '~/lib/env.server';
import { AppError } from '~/lib/errors';
import { paymentsMode } from '~/gateways/payments/index.server';

import { readOffers } from './read-plans.server';

/** What is set up for tests; null outside of test mode, where it is nobody's business. */
export interface TestModeView {
  webhook: string;
  /** Null: Stripe cannot be asked just now. */
  prices: { price: string; state: string }[] | null;
}

/** How the settings look to Stripe, for whoever tries payments out. */
export async function readTestMode(): Promise<TestModeView | null> {
  if (paymentsMode() !== 'test') return null;
  const webhook = `${appUrl()}/api/stripe/webhook`;
  try {
    const prices = (await readOffers()).map(({ price, offer }) => ({
      price,
      state: offer.kind === 'none' ? `Not shown: ${offer.why}` : `Shown as a ${offer.kind}`,
    }));
    return { webhook, prices };
  } catch (error) {
    // It was logged where it happened.
    if (error instanceof AppError && error.code === 'unavailable') return { webhook, prices: null };
    throw error;
  }
}
