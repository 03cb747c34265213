import { paymentsMode } from '~/gateways/payments/index.server';
import { env } from '~/settings/env.server';
import type { PriceSetting } from '~/settings/json-settings';

export type { PriceSetting };

/** Nothing is sold where nothing is counted, or where someone hands tokens out. */
export function isSelling(): boolean {
  return paymentsMode() !== 'off' && env().METERING === 'billing';
}

/** What is sold, as the operator has set it. */
export function priceSettings(): readonly PriceSetting[] {
  return env().STRIPE_PRICES;
}

/** Also what is sold no longer but still renewed, as long as it is in the settings. */
export function priceSetting(price: string): PriceSetting | undefined {
  return priceSettings().find((setting) => setting.price === price);
}
