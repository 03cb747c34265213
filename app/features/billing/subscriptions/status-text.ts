import { formatNumber, formatDay } from '~/lib/format';

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
          `${plan}, on trial`,
          endOf(view, day, 'It is first charged') ?? 'It is not charged yet.',
        );
      }
      return fine(
        'Free trial',
        trial ? `It ends on ${day(trial)}. Nothing is charged then.` : 'Nothing is charged.',
      );
    case 'active':
      return fine(plan, endOf(view, day, 'It renews') ?? 'It renews by itself.');
    case 'past_due':
      return trouble(
        `${plan}: the last payment did not go through`,
        'It is tried again in the next days. Please look at your card. Until it is paid no new monthly tokens come; those that you have stay yours.',
      );
    case 'unpaid':
      return trouble(
        `${plan} is not paid`,
        'The payment failed several times and is not tried again by itself. Pay the open invoice, and your monthly tokens come back.',
      );
    case 'paused':
      return trouble(
        `${plan} is paused`,
        'No new monthly tokens come while it is. You can resume it with a way to pay.',
      );
    case 'incomplete':
      return trouble(
        `${plan} waits for its first payment`,
        'Your bank wants the payment to be confirmed. Please do so within a day, or the plan is dropped and nothing is charged.',
      );
    case 'canceled':
      return fine(
        'No plan',
        end && new Date(end) > now
          ? `${plan} was canceled. The tokens that it brought can be used until their month is over.`
          : `${plan} has ended. Everything you made is still there.`,
      );
    case 'none':
      return fine(
        'No plan',
        trial
          ? `Your free trial ended on ${day(trial)}. Everything you made is still there.`
          : 'You have no plan.',
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
    ? `It was canceled, and ends on ${day(end)}. Until then nothing changes.`
    : `${otherwise} on ${day(end)}.`;
}

/** Null without a debt. */
export function debtText({ debtTokens }: SubscriptionView): string | null {
  if (debtTokens === 0) return null;
  return `After a refund ${formatNumber(debtTokens)} tokens are still owed, which had been used already. They are taken from the next tokens that you get.`;
}

/** A user with a plan can't start another: they change it in Stripe's portal. */
export function hasPlan({ status, interval }: SubscriptionView): boolean {
  return interval !== null && status !== 'canceled' && status !== 'none';
}
