import { env, type PriceSetting } from '~/lib/env.server';

export type { PriceSetting };

/** What is sold, as the operator has set it. */
export function priceSettings(): readonly PriceSetting[] {
  return env().STRIPE_PRICES;
}

/** Also what is sold no longer but still renewed, as long as it is in the settings. */
export function priceSetting(price: string): PriceSetting | undefined {
  return priceSettings().find((setting) => setting.price === price);
}
