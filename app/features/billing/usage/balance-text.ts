import { formatDay } from '~/lib/format';
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

/** Null for an account that never had a trial. */
export function trialText(
  { trialEndsAt, trial, metering }: Pick<BalanceView, 'trialEndsAt' | 'trial' | 'metering'>,
  now: string,
  zone: string,
): string | null {
  if (trialEndsAt === null) return null;
  if (trialEndsAt <= now) return `Your trial ended on ${formatDay(trialEndsAt, zone)}.`;
  const ends = `Your trial ends ${daysAhead(trialEndsAt, now, zone)}, on ${formatDay(trialEndsAt, zone)}`;
  if (metering === 'off') return `${ends}.`;
  return trial > 0
    ? `${ends}; what is left of it lapses then.`
    : `${ends}. Its tokens are used up.`;
}

export function meteringText({ metering, shown }: BalanceView): string {
  switch (metering) {
    case 'off':
      return 'Nothing is charged on this site: you can use as much as you like. What you use is counted all the same, so that you can see it here.';
    case 'allowance':
      return shown?.left === 0
        ? 'You have no tokens left. Whoever runs this site gives them out; write to them if you need more.'
        : 'Whoever runs this site gives you tokens to use. Every answer, text and picture takes some of them.';
    case 'billing':
      return shown?.left === 0 && shown.waiting === 0
        ? 'You have no tokens left. A plan brings new ones every month, and tokens that you buy once stay until you use them.'
        : 'Every answer, text and picture takes some of your tokens: those that lapse first are used first.';
  }
}
