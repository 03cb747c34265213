/** What a subscription costs and brings. */
export interface Plan {
  /** Stripe's id of the price. */
  price: string;
  name: string;
  interval: 'month' | 'year';
  /** In the currency's smallest unit. */
  amount: number;
  /** ISO 4217, in lower case. */
  currency: string;
  /** A month, also when it is paid by the year. */
  tokens: number;
}

/** Tokens that are bought once and never lapse. */
export interface Pack {
  price: string;
  name: string;
  amount: number;
  currency: string;
  tokens: number;
}

/** `test`: Stripe takes no real money. */
export type PaymentsMode = 'off' | 'test' | 'live';

export interface PlansView {
  plans: Plan[];
  packs: Pack[];
  mode: PaymentsMode;
}
