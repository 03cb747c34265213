import { Link } from '@remix-run/react';
import { useEffect, type ReactNode } from 'react';

import { noteSequence, onEvent, onMissed } from '~/engine/events';
import { Button } from '~/ui/button';
import { useReload } from '~/ui/use-reload';

import { useCheckout } from '../../checkout/use-checkout';
import { PlanList } from '../../plans/components/plan-list';
import { TestNotice } from '../../plans/components/test-notice';
import type { PlansView } from '../../plans/plans';
import type { Metering } from '../../ledger/spending';
import { debtText, hasPlan, subscriptionStatusText } from '../status-text';
import type { SubscriptionView } from '../subscription';

export interface SubscriptionSettingsView {
  /** The sequence of the latest live event that these data include. */
  seq: number;
  plan: SubscriptionView;
  metering: Metering;
  /** Null: Stripe is unavailable. */
  offers: PlansView | null;
  timeZone: string;
  /** When the data were read, in ISO 8601. */
  now: string;
}

/** The Subscription tab: the user's plan, and the plans to choose from. */
export function SubscriptionSettings({ view }: { view: SubscriptionSettingsView }) {
  const { seq, plan, metering, offers, timeZone, now } = view;
  const reload = useReload();
  const { opening, buy, manage } = useCheckout();
  useEffect(() => onEvent('billing', reload), [reload]);
  // People often come back from Stripe before its webhook arrives, and before the live connection is up.
  useEffect(() => noteSequence(seq), [seq]);
  useEffect(() => onMissed(reload), [reload]);

  // Someone who has paid can still use the portal, even if nothing is sold any more.
  if (metering !== 'billing' && !plan.hasCustomer) return <NothingToPay metering={metering} />;
  const { title, text, isTrouble } = subscriptionStatusText(plan, timeZone, new Date(now));
  const debt = debtText(plan);
  return (
    <div>
      <section
        aria-labelledby="plan"
        className={`rounded-xl border p-6 ${isTrouble ? 'border-danger/50 bg-danger-soft' : 'bg-raised'}`}
      >
        <h2 id="plan" className="font-display text-xl font-semibold tracking-tight break-words">
          {title}
        </h2>
        <p className="mt-2 max-w-prose text-pretty">{text}</p>
        {debt && <p className="mt-2 max-w-prose text-pretty text-muted">{debt}</p>}
        {plan.hasCustomer && (
          <div className="mt-5">
            <Button
              variant={isTrouble ? 'primary' : 'secondary'}
              pending={opening === 'portal'}
              onClick={manage}
            >
              Manage plan and payments
            </Button>
            <p className="mt-2 text-sm text-pretty text-muted">
              Update your card, see invoices, and change or cancel your plan on Stripe’s secure
              pages.
            </p>
          </div>
        )}
      </section>
      {!hasPlan(plan) && (
        <Choice>
          {offers === null && (
            <p className="text-muted">
              Plans couldn’t be loaded.{' '}
              <button
                type="button"
                onClick={reload}
                className="text-accent underline underline-offset-4 touch:py-3"
              >
                Try again
              </button>
            </p>
          )}
          {offers?.plans.length === 0 && (
            <p className="max-w-prose text-pretty text-muted">
              No plans are on sale yet. Need more tokens?{' '}
              <Link to="/settings?tab=contact" className="text-accent underline underline-offset-4">
                Ask your admin
              </Link>
              .
            </p>
          )}
          {offers?.mode === 'test' && offers.plans.length > 0 && (
            <div className="mb-5">
              <TestNotice />
            </div>
          )}
          {offers && offers.plans.length > 0 && (
            <PlanList
              plans={offers.plans}
              weight={offers.weight}
              level={3}
              action={({ price, name }, variant) => (
                <Button variant={variant} pending={opening === price} onClick={() => buy(price)}>
                  <span className="truncate">{`Choose ${name}`}</span>
                </Button>
              )}
            />
          )}
        </Choice>
      )}
    </div>
  );
}

function Choice({ children }: { children: ReactNode }) {
  return (
    <section aria-labelledby="choice" className="mt-10">
      <h2 id="choice" className="mb-4 font-display text-xl font-semibold tracking-tight">
        Plans
      </h2>
      {children}
    </section>
  );
}

function NothingToPay({ metering }: { metering: Metering }) {
  return (
    <p className="max-w-prose rounded-xl border bg-raised p-6 text-pretty">
      {metering === 'off'
        ? 'Everything here is free: there’s nothing to pay and nothing to cancel.'
        : 'There’s nothing to pay here. Your admin gives you tokens each month.'}
    </p>
  );
}
