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
