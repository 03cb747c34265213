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

/** An amount in a currency's smallest unit, as people write it: 1900 eur is €19. */
export function formatMoney(amount: number, currency: string): string {
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const digits = money.resolvedOptions().maximumFractionDigits ?? 2;
  // Whole amounts are read faster without their zeros.
  return money.format(amount / 10 ** digits).replace(/\.0+$/, '');
}

export type BillingInterval = Plan['interval'];

/** Which rhythms there are to choose from, months first. */
export function intervalsOf(plans: readonly Plan[]): BillingInterval[] {
  return (['month', 'year'] as const).filter((interval) =>
    plans.some((plan) => plan.interval === interval),
  );
}

/** The rhythm that `?billing=` names, or the first that there is. */
export function intervalOf(search: string, plans: readonly Plan[]): BillingInterval {
  const intervals = intervalsOf(plans);
  const asked = new URLSearchParams(search).get('billing');
  return intervals.find((interval) => interval === asked) ?? intervals[0] ?? 'month';
}

/**
 * How much less a plan costs by the year, in whole percent rounded down; 0 where there is nothing to compare, or nothing
 * gained.
 */
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

/** A price as it is set here. */
interface SetPrice {
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
