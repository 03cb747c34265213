import { defaultModel, weightOf } from '~/gateways/ai/index.server';
import {
  PaymentError,
  payments,
  paymentsMode,
  type PriceRecord,
} from '~/gateways/payments/index.server';
import { env } from '~/settings/env.server';
import { AppError } from '~/lib/errors';
import { log } from '~/lib/log.server';
import type { PriceSetting } from '~/settings/json-settings';
import { singleton } from '~/lib/singleton.server';
import { MINUTE_MS } from '~/lib/time';

import { paymentTexts } from '../checkout/texts';
import { type Offer, offerOf, type Pack, type Plan, type PlansView } from './plans';

/** False where tokens are only counted, or handed out by an admin. */
export function isSelling(): boolean {
  return paymentsMode() !== 'off' && env().METERING === 'billing';
}

/** Also finds a price that is archived at Stripe but still renewed, as long as it stays in the settings. */
export function priceSetting(price: string): PriceSetting | undefined {
  return env().STRIPE_PRICES.find((setting) => setting.price === price);
}

/**
 * For requests that a person waits for: turns a failure of Stripe into a sentence, and logs the cause.
 * @throws AppError `unavailable`
 */
export async function askPayments<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    throw new AppError('unavailable', paymentTexts.away, { cause: error });
  }
}

/** How long prices are cached. */
const CACHE_MS = 5 * MINUTE_MS;

export interface SetOffer {
  price: string;
  offer: Offer;
}

const state = singleton('plans', () => ({
  cached: null as { offers: SetOffer[]; at: number } | null,
  reading: null as Promise<SetOffer[]> | null,
}));

/**
 * What can be bought: nothing without Stripe, or where METERING is not `billing`. Amounts are Stripe's, up to five
 * minutes old, or older while Stripe is unavailable.
 * @throws AppError `unavailable` if Stripe is unavailable and has never answered
 */
export async function readPlans(): Promise<PlansView> {
  const mode = paymentsMode();
  const weight = weightOf(defaultModel());
  if (!isSelling()) return { plans: [], packs: [], mode, weight };
  const plans: Plan[] = [];
  const packs: Pack[] = [];
  for (const { offer } of await readOffers()) {
    if (offer.kind === 'plan') plans.push(offer.plan);
    if (offer.kind === 'pack') packs.push(offer.pack);
  }
  return { plans, packs, mode, weight };
}

/** `readPlans` for pages that show more than prices: null if Stripe is unavailable. */
export function readPlansIfPossible(): Promise<PlansView | null> {
  return nullIfUnavailable(readPlans());
}

/** The failure was logged where it happened. */
export async function nullIfUnavailable<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return null;
    throw error;
  }
}

/** Each price of the settings, with what can be bought at it or why it isn't shown. */
export async function readOffers(): Promise<SetOffer[]> {
  const { cached } = state;
  if (cached && Date.now() - cached.at < CACHE_MS) return cached.offers;
  try {
    return await (state.reading ??= fetchOffers());
  } catch (err) {
    if (!cached) throw err;
    log.warn({ err }, 'prices could not be read again, the last ones are shown');
    return cached.offers;
  } finally {
    state.reading = null;
  }
}

async function fetchOffers(): Promise<SetOffer[]> {
  const offers = await Promise.all(
    env().STRIPE_PRICES.map(async (setting) => {
      const offer = offerOf(setting, await findPrice(setting.price));
      if (offer.kind === 'none') {
        log.warn(
          { price: setting.price, reason: offer.why },
          'a price of STRIPE_PRICES is not sold',
        );
      }
      return { price: setting.price, offer };
    }),
  );
  state.cached = { offers, at: Date.now() };
  return offers;
}

function findPrice(id: string): Promise<PriceRecord | null> {
  return askPayments(async () => {
    try {
      return await (await payments()).price(id);
    } catch (error) {
      if (error instanceof PaymentError && error.code === 'missing') return null;
      throw error;
    }
  });
}
