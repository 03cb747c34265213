/**
 * `waiting`: Stripe has not told of it yet. `pending`: ordered, and the bank has yet to say that it is paid. `failed`: the
 * bank did not pay. `expired`: it was left without paying.
 */
export type CheckoutOutcome =
  | { kind: 'plan'; state: 'done'; name: string | null }
  | { kind: 'pack'; state: 'done'; tokens: number }
  | { kind: 'plan' | 'pack'; state: 'waiting' | 'pending' | 'failed' | 'expired' };
