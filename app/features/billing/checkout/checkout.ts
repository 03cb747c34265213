import type { PaymentsMode } from '~/gateways/payments/index.server';

/** What the checkout page needs in order to show Stripe's form. */
export interface CheckoutView {
  id: string;
  kind: 'plan' | 'pack';
  price: string;
  mode: PaymentsMode;
  publishableKey: string;
  /** Null: Stripe gave none, so the person has to pay on its own page. */
  clientSecret: string | null;
}

/**
 * `waiting`: Stripe hasn't reported it yet. `pending`: ordered, but the bank hasn't confirmed the payment. `failed`: the
 * bank declined. `expired`: it was abandoned.
 */
export type CheckoutOutcome =
  | { kind: 'plan'; state: 'done'; name: string | null }
  | { kind: 'pack'; state: 'done'; tokens: number }
  | { kind: 'plan' | 'pack'; state: 'waiting' | 'pending' | 'failed' | 'expired' };

/** Our page, in which Stripe's script shows a checkout. */
export function checkoutPath(id: string): string {
  return `/checkout/${id}`;
}

/** Where people arrive after paying. It names our own row, and shows what Stripe has reported about it. */
export function returnPath(id: string): string {
  return `/auth/verify-subscription?checkout=${id}`;
}
