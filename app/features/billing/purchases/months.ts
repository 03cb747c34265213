/** A part of a paid period for which tokens are granted at once. */
export interface Month {
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
 * beginning, and nobody who pays should be without in between.
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

/** The same day so many months later, or the last of a month that is too short for it. In UTC, as Stripe counts. */
export function addMonths(date: Date, months: number): Date {
  const result = new Date(date);
  result.setUTCDate(1);
  result.setUTCMonth(result.getUTCMonth() + months);
  const days = new Date(
    Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0),
  ).getUTCDate();
  result.setUTCDate(Math.min(date.getUTCDate(), days));
  return result;
}
