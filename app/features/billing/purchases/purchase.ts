import { HOUR_MS } from '~/lib/time';

import { type Amounts, type Bucket, NOTHING } from '../ledger/spending';
import { monthOf } from '../allowance/allowance';

/** A part of a paid period, whose tokens are granted together. */
interface Month {
  /** Counts from 0 within the period. */
  index: number;
  start: Date;
  end: Date;
}

export interface PaidPeriod {
  start: Date;
  end: Date;
  /** Paid by the year; its tokens are granted each month on the billing day. */
  byYear: boolean;
}

/**
 * How long a month's tokens outlive it: Stripe collects the next payment about an hour after the next month begins, and
 * paying users should not run out in between.
 */
export const GRACE_MS = 3 * HOUR_MS;

/** The present month of the period; the first one before the period begins, null after it ends. */
export function monthAt(period: PaidPeriod, now: Date): Month | null {
  if (now >= period.end) return null;
  if (!period.byYear) return { index: 0, start: period.start, end: period.end };
  const month = monthOf(period.start, now);
  return { ...month, end: month.end < period.end ? month.end : period.end };
}

interface Loss {
  /** Tokens that the purchase has granted. */
  granted: number;
  /** What was paid for it, and how much of that was refunded or disputed. */
  amount: number;
  lost: number;
}

/** How many tokens are taken back in all: the same share as of the money, rounded down. */
export function tokensLost({ granted, amount, lost }: Loss): number {
  if (amount <= 0) return 0;
  return Math.floor((granted * Math.min(lost, amount)) / amount);
}

export interface Taking {
  deltas: Amounts;
  /** To be added to the account's debt. */
  debt: number;
}

/** Takes tokens back as far as the account has them: from `first`, then the other bucket, never from the trial. */
export function takeBack(tokens: number, held: Amounts, first: 'allowance' | 'balance'): Taking {
  const second: Bucket = first === 'allowance' ? 'balance' : 'allowance';
  const fromFirst = Math.min(tokens, held[first]);
  const fromSecond = Math.min(tokens - fromFirst, held[second]);
  return {
    // `0 - x`, because -x may be -0, which `Object.is` distinguishes from 0.
    deltas: { ...NOTHING, [first]: 0 - fromFirst, [second]: 0 - fromSecond },
    debt: tokens - fromFirst - fromSecond,
  };
}
