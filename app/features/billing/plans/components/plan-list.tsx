import { Link, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';

import { formatMoney } from '~/lib/format/money';
import { formatCount, formatNumber } from '~/lib/format/numbers';

import { postsFor } from '../outcome';
import {
  type BillingInterval,
  intervalOf,
  intervalsOf,
  type Plan,
  recommendedOf,
  savingOf,
} from '../plans';

/** As Stripe named it when it was bought. */
export interface CurrentPlan {
  name: string | null;
  interval: BillingInterval | null;
}

export interface PlanListProps {
  plans: readonly Plan[];
  /** The reader's own, which is marked; with it, none is recommended. */
  current?: CurrentPlan | null | undefined;
  /** What a token of the model that answers by default costs. */
  weight: number;
  /** What is at the bottom of a plan's card. The recommended one has the page's primary button. */
  action: (plan: Plan, variant: 'primary' | 'secondary') => ReactNode;
  /** Of the plans' headings. */
  level?: 2 | 3;
  centered?: boolean;
}

const CENTERED = 'flex flex-wrap justify-center gap-x-5 gap-y-8';
const FILLING = 'grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-x-4 gap-y-8';

const SWITCH: Record<BillingInterval, string> = { month: 'Monthly', year: 'Yearly' };

/** The plans with one billing interval, and links to change that, which the URL keeps. */
export function PlanList({
  plans,
  current,
  weight,
  action,
  level = 2,
  centered = false,
}: PlanListProps) {
  const { search } = useLocation();
  const interval = intervalOf(search, plans);
  const shown = plans.filter((plan) => plan.interval === interval);
  const own = plans.find(
    ({ name, interval: billed }) => name === current?.name && billed === current.interval,
  );
  const recommended = current ? undefined : recommendedOf(shown);
  const markOf = (plan: Plan) =>
    plan === own ? 'Your plan' : plan === recommended ? 'Recommended' : null;
  return (
    <div className={centered ? 'text-center' : ''}>
      <IntervalSwitch plans={plans} chosen={interval} />
      <ul className={centered ? CENTERED : FILLING}>
        {shown.map((plan) => (
          <li key={plan.price} className={`flex text-left ${centered ? 'w-full sm:w-72' : ''}`}>
            <PlanCard
              plan={plan}
              posts={postsFor(plan.tokens, weight)}
              saving={savingOf(plan, plans)}
              mark={markOf(plan)}
              level={level}
            >
              {action(plan, plan === (recommended ?? shown[0]) ? 'primary' : 'secondary')}
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
    <nav aria-label="Billing period" className="mb-8 inline-flex gap-1 rounded-lg bg-sunken p-1">
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
  /** Null: its tokens are too few for one. */
  posts: number | null;
  saving: number;
  /** Why it stands out; null: it doesn't. */
  mark: string | null;
  level: 2 | 3;
  children: ReactNode;
}

function PlanCard({ plan, posts, saving, mark, level, children }: PlanCardProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <article
      className={`relative flex w-full flex-col rounded-xl border bg-raised p-6 ${mark ? 'border-accent shadow-overlay ring-1 ring-accent' : ''}`}
    >
      {mark && (
        <p className="absolute -top-3 left-5 rounded-full bg-accent px-3 py-0.5 text-xs font-semibold text-on-accent">
          {mark}
        </p>
      )}
      <Heading className="font-display text-xl font-semibold tracking-tight break-words">
        {plan.name}
      </Heading>
      <p className="mt-3 flex flex-wrap items-baseline gap-x-2">
        <span className="font-display text-3xl font-semibold tracking-tight">
          {formatMoney(plan.amount, plan.currency)}
        </span>
        <span className="text-sm text-muted">a {plan.interval}</span>
      </p>
      {saving > 0 && <p className="mt-1 text-sm text-success">{`${saving}% less than monthly`}</p>}
      <div className="mt-5 mb-6 border-t pt-5">
        {posts !== null && (
          <>
            <p className="text-lg font-semibold">{`About ${formatCount(posts, 'post')}`}</p>
            <p className="text-sm text-pretty text-muted">
              a month, or any mix of chats, copy, images, and videos
            </p>
          </>
        )}
        <p className={`text-sm text-muted ${posts === null ? '' : 'mt-3'}`}>
          {formatNumber(plan.tokens)} tokens a month
        </p>
      </div>
      <div className="mt-auto [&>*]:w-full">{children}</div>
    </article>
  );
}
