import type { Plan } from './plans';

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
