import { type Amounts, type Bucket, NOTHING } from '../ledger/spending';
import { addMonths } from '../allowance/months';

/** A part of a paid period for which tokens are granted at once. */
interface Month {
  /** Counts from 0 within the period. */
  index: number;
  start: Date;
  end: Date;
}

export interface PaidPeriod {
  start: Date;
  end: Date;
  /** Paid by the year, and granted by the month on the billing day. */
  byYear: boolean;
}

/**
 * Tokens of a month stay a little longer than it: Stripe takes the payment for the next about an hour after its
 * beginning, and no one who pays should be without in between.
 */
export const GRACE_MS = 3 * 60 * 60_000;

/** The month of the period that runs now; before the beginning the first, and null when all is over. */
export function monthAt(period: PaidPeriod, now: Date): Month | null {
  if (now >= period.end) return null;
  if (!period.byYear) return { index: 0, start: period.start, end: period.end };
  let index = 0;
  while (addMonths(period.start, index + 1) <= now) index += 1;
  const next = addMonths(period.start, index + 1);
  return {
    index,
    start: addMonths(period.start, index),
    end: next < period.end ? next : period.end,
  };
}

interface Loss {
  /** Tokens that the purchase has brought. */
  granted: number;
  /** What was paid for it, and how much of that was lost again. */
  amount: number;
  lost: number;
}

/** How many of its tokens a purchase has to give back: the same part as of its money. */
export function tokensLost({ granted, amount, lost }: Loss): number {
  if (amount <= 0) return 0;
  return Math.floor((granted * Math.min(lost, amount)) / amount);
}

export interface Taking {
  deltas: Amounts;
  /** What is to be added to the debt. */
  debt: number;
}

/** Takes tokens back as far as they are there, from where they came first, and never from the trial. */
export function takeBack(tokens: number, held: Amounts, first: 'allowance' | 'balance'): Taking {
  const second: Bucket = first === 'allowance' ? 'balance' : 'allowance';
  const fromFirst = Math.min(tokens, held[first]);
  const fromSecond = Math.min(tokens - fromFirst, held[second]);
  return {
    // Never -0, which comparisons by `Object.is` tell from 0.
    deltas: { ...NOTHING, [first]: 0 - fromFirst, [second]: 0 - fromSecond },
    debt: tokens - fromFirst - fromSecond,
  };
}
