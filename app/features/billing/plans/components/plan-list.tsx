import { Link, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';

import { formatMoney, formatNumber } from '~/lib/format';

import { type BillingInterval, intervalOf, intervalsOf, type Plan, savingOf } from '../plans';

export interface PlanListProps {
  plans: readonly Plan[];
  /** What is at the bottom of a plan's card. */
  action: (plan: Plan) => ReactNode;
  /** Of the plans' headings. */
  level?: 2 | 3;
}

const SWITCH: Record<BillingInterval, string> = { month: 'Monthly', year: 'Yearly' };

/** The plans with one billing interval, and links to change that, which the URL keeps. */
export function PlanList({ plans, action, level = 2 }: PlanListProps) {
  const { search } = useLocation();
  const interval = intervalOf(search, plans);
  const shown = plans.filter((plan) => plan.interval === interval);
  return (
    <div>
      <IntervalSwitch plans={plans} chosen={interval} />
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-4">
        {shown.map((plan) => (
          <li key={plan.price} className="flex">
            <PlanCard plan={plan} saving={savingOf(plan, plans)} level={level}>
              {action(plan)}
            </PlanCard>
          </li>
        ))}
      </ul>
    </div>
  );
}

function IntervalSwitch({ plans, chosen }: { plans: readonly Plan[]; chosen: BillingInterval }) {
  const { search } = useLocation();
  const intervals = intervalsOf(plans);
  if (intervals.length < 2) return null;
  const addressOf = (interval: BillingInterval) => {
    const params = new URLSearchParams(search);
    params.set('billing', interval);
    return `?${params}`;
  };
  return (
    <nav aria-label="Billing period" className="mb-6 inline-flex gap-1 rounded-lg bg-sunken p-1">
      {intervals.map((interval) => (
        <Link
          key={interval}
          to={addressOf(interval)}
          replace
          preventScrollReset
          aria-current={interval === chosen || undefined}
          className="inline-flex h-9 items-center rounded-md px-4 text-sm font-medium text-muted hover:text-text aria-[current]:bg-raised aria-[current]:text-text aria-[current]:shadow-raised touch:h-11"
        >
          {SWITCH[interval]}
        </Link>
      ))}
    </nav>
  );
}

interface PlanCardProps {
  plan: Plan;
  saving: number;
  level: 2 | 3;
  children: ReactNode;
}

function PlanCard({ plan, saving, level, children }: PlanCardProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <article className="flex w-full flex-col rounded-xl border bg-raised p-6">
      <Heading className="font-display text-xl font-semibold tracking-tight break-words">
        {plan.name}
      </Heading>
      <p className="mt-3 flex flex-wrap items-baseline gap-x-2">
        <span className="font-display text-3xl font-semibold tracking-tight">
          {formatMoney(plan.amount, plan.currency)}
        </span>
        <span className="text-sm text-muted">a {plan.interval}</span>
      </p>
      {saving > 0 && (
        <p className="mt-1 text-sm text-success">{`${saving}% less than by the month`}</p>
      )}
      <p className="mt-3 mb-6 text-[0.9375rem] text-pretty">
        <strong className="font-semibold">{formatNumber(plan.tokens)}</strong> tokens a month for
        chats, copy, images and videos.
      </p>
      <div className="mt-auto [&>*]:w-full">{children}</div>
    </article>
  );
}
