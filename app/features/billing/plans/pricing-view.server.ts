import { signUpMode } from '~/features/accounts/index.server';
import { defaultModel, weightOf } from '~/gateways/ai/index.server';
import { paymentsMode } from '~/gateways/payments/index.server';
import { appUrl, env } from '~/settings/env.server';
import type { UserScope } from '~/lib/scope';

import { TRIAL_DAYS, TRIAL_TOKENS } from '../ledger/terms';
import { readSubscription } from '../subscriptions/read-subscription.server';
import { hasPlan } from '../subscriptions/status-text';
import { postsFor } from './outcome';
import { nullIfUnavailable, readOffers, readPlansIfPossible } from './read-plans.server';

/** What an account costs in one line, without asking Stripe. */
export function priceLine(): string {
  switch (env().METERING) {
    case 'off':
      return 'Free to use here. No card needed.';
    case 'allowance':
      return 'Free to use here, with tokens from your admin. No card needed.';
    case 'billing':
      return `Free for ${TRIAL_DAYS} days. No card needed.`;
  }
}

/** The pricing page for this user, or for a visitor. */
export async function readPricing(userId: UserScope | null, now: Date) {
  const [offers, view] = await Promise.all([
    readPlansIfPossible(),
    userId === null ? null : readSubscription(userId, now),
  ]);
  return {
    metering: env().METERING,
    signUp: signUpMode(),
    trialPosts: postsFor(TRIAL_TOKENS, weightOf(defaultModel())),
    offers,
    reader: view && {
      plan: hasPlan(view) ? { name: view.name, interval: view.interval } : null,
    },
  };
}

interface TestModeView {
  webhook: string;
  /** Null: Stripe is unavailable. */
  prices: { price: string; state: string }[] | null;
}

/** How Stripe sees the settings, for operators who try out payments; null outside test mode, where it is private. */
export async function readTestMode(): Promise<TestModeView | null> {
  if (paymentsMode() !== 'test') return null;
  const offers = await nullIfUnavailable(readOffers());
  return {
    webhook: `${appUrl()}/api/stripe/webhook`,
    prices:
      offers &&
      offers.map(({ price, offer }) => ({
        price,
        state: offer.kind === 'none' ? `Not shown: ${offer.why}` : `Shown as a ${offer.kind}`,
      })),
  };
}
