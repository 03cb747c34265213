import {
  PaymentError,
  payments,
  paymentsMode,
  type PriceRecord,
} from '~/gateways/payments/index.server';
import { log } from '~/lib/log.server';
import { singleton } from '~/lib/singleton.server';

import { askPayments } from '../checkout/ask-payments.server';
import { type Offer, offerOf, type Pack, type Plan, type PlansView } from './plans';
import { isSelling, priceSettings } from './price-settings.server';

const KEPT_MS = 5 * 60_000;

export interface SetOffer {
  price: string;
  offer: Offer;
}

interface Kept {
  offers: SetOffer[];
  at: number;
}

const state = singleton('plans', () => ({
  kept: null as Kept | null,
  reading: null as Promise<SetOffer[]> | null,
}));

/**
 * What can be bought here: nothing without Stripe, or where METERING is not `billing`. Amounts are Stripe's, of the last minutes.
 * @throws AppError `unavailable` when Stripe cannot be asked and never was
 */
export async function readPlans(): Promise<PlansView> {
  const mode = paymentsMode();
  if (!isSelling()) return { plans: [], packs: [], mode };
  const plans: Plan[] = [];
  const packs: Pack[] = [];
  for (const { offer } of await readOffers()) {
    if (offer.kind === 'plan') plans.push(offer.plan);
    if (offer.kind === 'pack') packs.push(offer.pack);
  }
  return { plans, packs, mode };
}

/** Each price of the settings, with what is wrong with it. */
export async function readOffers(): Promise<SetOffer[]> {
  const { kept } = state;
  if (kept && Date.now() - kept.at < KEPT_MS) return kept.offers;
  try {
    return await (state.reading ??= fetchOffers());
  } catch (err) {
    if (!kept) throw err;
    log.warn({ err }, 'prices could not be read again, the last ones are shown');
    return kept.offers;
  } finally {
    state.reading = null;
  }
}

async function fetchOffers(): Promise<SetOffer[]> {
  const offers = await Promise.all(
    priceSettings().map(async (setting) => {
      const offer = offerOf(setting, await knownPrice(setting.price));
      if (offer.kind === 'none') {
        log.warn(
          { price: setting.price, reason: offer.why },
          'a price of STRIPE_PRICES is not sold',
        );
      }
      return { price: setting.price, offer };
    }),
  );
  state.kept = { offers, at: Date.now() };
  return offers;
}

function knownPrice(id: string): Promise<PriceRecord | null> {
  return askPayments(async () => {
    try {
      return await (await payments()).price(id);
    } catch (error) {
      if (error instanceof PaymentError && error.code === 'missing') return null;
      throw error;
    }
  });
}
