import { formatCompact, formatCount } from '~/lib/format/numbers';

import type { LedgerPage } from '../ledger/entry';
import type { Metering } from '../ledger/spending';
import type { Pack } from '../plans/plans';
import type { UsageDay, UsageDays } from './uses';

/** What every page shows. Times are ISO 8601. */
export interface TokensLeft {
  metering: Exclude<Metering, 'off'>;
  /** What can be spent now. */
  left: number;
  /** Trial tokens that can be spent once the email address is verified. */
  waiting: number;
  /** When the present month's allowance ends; null without one. */
  monthEndsAt: string | null;
  /** When some of them expire next, after which the number has to be read again. */
  changesAt: string | null;
}

/** `12,400 tokens left` */
export function leftText({ left, waiting }: Pick<TokensLeft, 'left' | 'waiting'>): string {
  if (left === 0 && waiting > 0) return `${formatCount(waiting, 'token')} waiting`;
  return `${formatCount(left, 'token')} left`;
}

/** For narrow screens: `12.4K`. */
export function leftShort({ left, waiting }: Pick<TokensLeft, 'left' | 'waiting'>): string {
  return formatCompact(left === 0 ? waiting : left);
}

/** A user's tokens. Times are ISO 8601. */
export interface BalanceView {
  metering: Metering;
  /** The subscription's, or the trial's. */
  status: string;
  /** What is left in each bucket, without expired tokens. */
  trial: number;
  allowance: number;
  balance: number;
  trialEndsAt: string | null;
  allowanceEndsAt: string | null;
  /** Tokens that were refunded after they had been spent. */
  debt: number;
  totalTokensUsed: number;
  lastTokenUse: string | null;
  /** What every page shows; null while metering is off. */
  shown: TokensLeft | null;
}

/** The data of the Tokens tab in Settings. */
export interface TokensTabData {
  balance: BalanceView;
  /** Reserved for unfinished work. */
  reserved: number;
  days: UsageDays;
  usage: UsageDay[];
  ledger: LedgerPage;
  storage: { used: number; quota: number };
  /** Null: Stripe is unavailable. */
  packs: Pack[] | null;
  /** The time zone of its days and times. */
  zone: string;
  emailVerified: boolean;
  now: string;
}

declare module '~/engine/events/events' {
  interface LiveTopics {
    /** The user's plan or purchases changed: pages load their data again. */
    billing: null;
    tokens: TokensLeft;
  }
}
