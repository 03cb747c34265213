import { formatDay } from '~/lib/format/dates';
import { formatCount } from '~/lib/format/numbers';

import type { SubscriptionView } from './subscription';

export interface StatusText {
  title: string;
  text: string;
  /** The person should do something about it. */
  isTrouble: boolean;
}

/** Explains each status of the table in docs/decisions/0030. */
export function subscriptionStatusText(
  view: SubscriptionView,
  timeZone: string,
  now: Date,
): StatusText {
  const day = (moment: string) => formatDay(moment, timeZone);
  const plan = view.name ?? 'Your plan';
  const fine = (title: string, text: string) => ({ title, text, isTrouble: false });
  const trouble = (title: string, text: string) => ({ title, text, isTrouble: true });
  const { currentPeriodEnd: end, trialEndsAt: trial } = view;
  const isPlan = view.interval !== null;
  switch (view.status) {
    case 'trialing':
      if (isPlan) {
        return fine(
          `${plan} trial`,
          endOf(view, day, 'Your first payment is') ?? 'You haven’t been charged yet.',
        );
      }
      return fine(
        'Free trial',
        trial ? `Ends on ${day(trial)}. You won’t be charged.` : 'You won’t be charged.',
      );
    case 'active':
      return fine(plan, endOf(view, day, 'Renews') ?? 'Renews automatically.');
    case 'past_due':
      return trouble(
        `${plan}: your last payment didn’t go through`,
        'Check your card; we’ll try it again over the next few days. New monthly tokens wait until it’s paid. You keep the ones you have.',
      );
    case 'unpaid':
      return trouble(
        `${plan} is unpaid`,
        'Your payment failed several times, so we’ve stopped trying. Pay the open invoice to get your monthly tokens back.',
      );
    case 'paused':
      return trouble(
        `${plan} is paused`,
        'You won’t get new monthly tokens while it’s paused. Add a payment method to resume it.',
      );
    case 'incomplete':
      return trouble(
        `${plan} is waiting for its first payment`,
        'Your bank wants you to confirm the payment. If you don’t within a day, the plan is canceled and you won’t be charged.',
      );
    case 'canceled':
      return fine(
        'No plan',
        end && new Date(end) > now
          ? `${plan} was canceled. You can use its tokens until their month ends.`
          : `${plan} has ended. Everything you made is still here.`,
      );
    case 'none':
      return fine(
        'No plan',
        trial
          ? `Your free trial ended on ${day(trial)}. Everything you made is still here.`
          : 'You don’t have a plan yet.',
      );
  }
}

function endOf(
  { currentPeriodEnd: end, cancelAtPeriodEnd }: SubscriptionView,
  day: (moment: string) => string,
  otherwise: string,
): string | null {
  if (end === null) return null;
  return cancelAtPeriodEnd
    ? `Canceled. It ends on ${day(end)}; until then, nothing changes.`
    : `${otherwise} on ${day(end)}.`;
}

/** Null without a debt. */
export function debtText({ debtTokens }: SubscriptionView): string | null {
  if (debtTokens === 0) return null;
  return `A refund covered ${formatCount(debtTokens, 'token')} that you had already used. We’ll deduct them from the next ones you get.`;
}

/** A user with a plan can't start another: they change it in Stripe's portal. */
export function hasPlan({ status, interval }: SubscriptionView): boolean {
  return interval !== null && status !== 'canceled' && status !== 'none';
}
