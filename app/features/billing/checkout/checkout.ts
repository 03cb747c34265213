import type { PaymentsMode } from '../plans/plans';

/** What the checkout page needs to show Stripe's form. */
export interface CheckoutView {
  id: string;
  kind: 'plan' | 'pack';
  price: string;
  mode: PaymentsMode;
  publishableKey: string;
  /** Null: Stripe gave none, so only its own page is left. */
  clientSecret: string | null;
}

/**
 * `waiting`: Stripe has not told of it yet. `pending`: ordered, and the bank has yet to say that it is paid. `failed`: the
 * bank did not pay. `expired`: it was left without paying.
 */
export type CheckoutOutcome =
  | { kind: 'plan'; state: 'done'; name: string | null }
  | { kind: 'pack'; state: 'done'; tokens: number }
  | { kind: 'plan' | 'pack'; state: 'waiting' | 'pending' | 'failed' | 'expired' };
