import { formatDay } from '~/lib/format/dates';
import { addDays, dayOf } from '~/lib/local-days';
import { DAY_MS } from '~/lib/time';

import type { BalanceView } from './tokens';

/** `today`, `tomorrow`, or `in 6 days`, counted by the calendar rather than in hours. */
export function daysAhead(end: string, now: string, zone: string): string {
  const today = dayOf(new Date(now), zone);
  const last = dayOf(new Date(end), zone);
  if (last <= today) return 'today';
  if (last === addDays(today, 1)) return 'tomorrow';
  return `in ${Math.round((Date.parse(last) - Date.parse(today)) / DAY_MS)} days`;
}

/** Null for an account that never had a trial, and where everything is free: its end would only worry people. */
export function trialText(
  { trialEndsAt, trial, metering }: Pick<BalanceView, 'trialEndsAt' | 'trial' | 'metering'>,
  now: string,
  zone: string,
): string | null {
  if (trialEndsAt === null || metering === 'off') return null;
  if (trialEndsAt <= now) return `Your trial ended on ${formatDay(trialEndsAt, zone)}.`;
  const ends = `Your trial ends ${daysAhead(trialEndsAt, now, zone)}, on ${formatDay(trialEndsAt, zone)}`;
  return trial > 0
    ? `${ends}. Unused trial tokens expire then.`
    : `${ends}. You’ve used all of its tokens.`;
}

export interface BucketRow {
  name: string;
  tokens: number;
  /** When they expire, ISO 8601; null: never. */
  end: string | null;
}

/** The buckets that are shown. Where everything is free, only those that hold tokens, and never the trial. */
export function bucketRows(
  balance: Pick<
    BalanceView,
    'metering' | 'trial' | 'trialEndsAt' | 'allowance' | 'allowanceEndsAt' | 'balance'
  >,
): BucketRow[] {
  const { metering, trial, allowance } = balance;
  const ofTrial = { name: 'Trial tokens', tokens: trial, end: balance.trialEndsAt };
  const others = [
    { name: 'Monthly tokens', tokens: allowance, end: balance.allowanceEndsAt },
    {
      name: metering === 'billing' ? 'Purchased tokens' : 'Added tokens',
      tokens: balance.balance,
      end: null,
    },
  ];
  return metering === 'off' ? others.filter(({ tokens }) => tokens > 0) : [ofTrial, ...others];
}

export function meteringText({ metering, shown }: BalanceView): string {
  switch (metering) {
    case 'off':
      return 'Everything here is free, so create as much as you like. Your usage is counted only so that you can see it.';
    case 'allowance':
      return shown?.left === 0
        ? 'You’re out of tokens. Ask your admin for more.'
        : 'Your tokens come from your admin. Every answer, text, image, and video uses some.';
    case 'billing':
      return shown?.left === 0 && shown.waiting === 0
        ? 'You’re out of tokens. A plan brings new ones every month, and token packs never expire.'
        : 'Every answer, text, image, and video uses some of your tokens. Those that expire first are used first.';
  }
}
