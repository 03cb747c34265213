import type { PaymentsMode } from '~/gateways/payments/index.server';

export interface Plan {
  /** Stripe's id of the price. */
  price: string;
  name: string;
  interval: 'month' | 'year';
  /** In the currency's smallest unit. */
  amount: number;
  /** ISO 4217, in lowercase. */
  currency: string;
  /** Per month, even when it is paid by the year. */
  tokens: number;
}

export interface Pack {
  price: string;
  name: string;
  amount: number;
  currency: string;
  tokens: number;
}

export interface PlansView {
  plans: Plan[];
  packs: Pack[];
  mode: PaymentsMode;
  /** What a token of the model that answers by default costs. */
  weight: number;
}

export type BillingInterval = Plan['interval'];

/** The intervals to choose from, months first. */
export function intervalsOf(plans: readonly Plan[]): BillingInterval[] {
  return (['month', 'year'] as const).filter((interval) =>
    plans.some((plan) => plan.interval === interval),
  );
}

/** The interval that `?billing=` names, or the first one available. */
export function intervalOf(search: string, plans: readonly Plan[]): BillingInterval {
  const intervals = intervalsOf(plans);
  const named = new URLSearchParams(search).get('billing');
  return intervals.find((interval) => interval === named) ?? intervals[0] ?? 'month';
}

/** How much a yearly plan saves, in percent rounded down; 0 if it saves nothing, or has no monthly counterpart. */
export function savingOf(plan: Plan, plans: readonly Plan[]): number {
  const { name, currency, tokens } = plan;
  const monthly = plans.find(
    (other) =>
      other.interval === 'month' &&
      other.name === name &&
      other.currency === currency &&
      other.tokens === tokens,
  );
  if (plan.interval !== 'year' || !monthly || monthly.amount <= 0) return 0;
  return Math.max(0, Math.floor(100 - (100 * plan.amount) / (12 * monthly.amount)));
}

/**
 * The plan to recommend among those with one interval: the middle one by price, and of two middle ones the larger. None
 * if there is nothing to choose from.
 */
export function recommendedOf(plans: readonly Plan[]): Plan | undefined {
  if (plans.length < 2) return undefined;
  const byPrice = [...plans].sort((one, other) => one.amount - other.amount);
  return byPrice[Math.floor(plans.length / 2)];
}

/** A price of the settings. */
interface SetPrice {
  price: string;
  kind: 'plan' | 'pack';
  tokens: number;
  name?: string | undefined;
}

/** The same price at Stripe. */
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
  /** Not shown; `why` is for the operator. */
  | { kind: 'none'; why: string };

/** What can be bought at a price, if Stripe's price fits the settings. */
export function offerOf(set: SetPrice, known: KnownPrice | null): Offer {
  const none = (why: string): Offer => ({ kind: 'none', why });
  if (!known) return none('Stripe doesn’t have this price');
  if (!known.active) return none('archived at Stripe: renews existing plans, but isn’t sold');
  if (known.amount === null) return none('no fixed amount');
  const { amount, currency, interval, productName } = known;
  const name = set.name ?? (productName || (set.kind === 'plan' ? 'Plan' : 'Token pack'));
  const offer = { price: set.price, name, amount, currency, tokens: set.tokens };
  if (set.kind === 'pack') {
    return interval === null
      ? { kind: 'pack', pack: offer }
      : none('recurring, but packs are paid for once');
  }
  if (interval === 'month' || interval === 'year') {
    return { kind: 'plan', plan: { ...offer, interval } };
  }
  return none('billed neither monthly nor yearly');
}
