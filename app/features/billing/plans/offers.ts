import type { Pack, Plan } from './plans';

/** A price as it is set here. */
export interface SetPrice {
  price: string;
  kind: 'plan' | 'pack';
  tokens: number;
  name?: string | undefined;
}

/** The same price as Stripe knows it. */
export interface KnownPrice {
  active: boolean;
  amount: number | null;
  currency: string;
  interval: 'month' | 'year' | 'other' | null;
  productName: string;
}

export type Offer =
  | { kind: 'plan'; plan: Plan }
  | { kind: 'pack'; pack: Pack }
  /** It is not shown; `why` is for the operator. */
  | { kind: 'none'; why: string };

/** What people can buy at a price, if it is what the settings say. */
export function offerOf(set: SetPrice, known: KnownPrice | null): Offer {
  const none = (why: string): Offer => ({ kind: 'none', why });
  if (!known) return none('Stripe has no such price');
  if (!known.active) return none('archived at Stripe: still renewed, but not sold');
  if (known.amount === null) return none('has no fixed amount');
  const { amount, currency, interval, productName } = known;
  const name = set.name ?? (productName || (set.kind === 'plan' ? 'Plan' : 'Token pack'));
  const offer = { price: set.price, name, amount, currency, tokens: set.tokens };
  if (set.kind === 'pack') {
    return interval === null ? { kind: 'pack', pack: offer } : none('is a recurring price');
  }
  if (interval === 'month' || interval === 'year') {
    return { kind: 'plan', plan: { ...offer, interval } };
  }
  return none('is neither paid by the month nor by the year');
}
