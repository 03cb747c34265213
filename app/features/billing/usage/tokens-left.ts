import { formatCount } from '~/lib/format';

import type { Metering } from '../ledger/spending';

/** What everybody sees of their tokens on every page. Moments are ISO 8601. */
export interface TokensLeft {
  /** Nothing is said of tokens where nothing is metered. */
  metering: Exclude<Metering, 'off'>;
  /** What can be used now. */
  left: number;
  /** Trial tokens that can be used once the email address is verified. */
  waiting: number;
  /** The end of the present month of tokens; null without one. */
  monthEndsAt: string | null;
  /** When some of them lapse next: ask again then. */
  changesAt: string | null;
}

/** `12,400 tokens left`, as short as it can be said. */
export function leftText({ left, waiting }: Pick<TokensLeft, 'left' | 'waiting'>): string {
  if (left === 0 && waiting > 0) return `${formatCount(waiting, 'token')} waiting`;
  return `${formatCount(left, 'token')} left`;
}

/** The same where there is room for a few characters: `12.4K`. */
export function leftShort({ left, waiting }: Pick<TokensLeft, 'left' | 'waiting'>): string {
  const shown = left === 0 ? waiting : left;
  // Rounded down: what is said to be there is there.
  return new Intl.NumberFormat('en-US', {
    notation: 'compact',
    maximumFractionDigits: shown < 100_000 ? 1 : 0,
    roundingMode: 'floor',
  } as Intl.NumberFormatOptions).format(shown);
}

declare module '~/engine/events/events' {
  interface LiveTopics {
    /** What pages show of the plan is loaded again. */
    billing: null;
    tokens: TokensLeft;
  }
}
