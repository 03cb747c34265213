import type { LedgerPage } from '../ledger/entry';
import type { Metering } from '../ledger/spending';
import type { Pack } from '../plans/plans';
import type { TokensLeft } from './tokens-left';
import type { UsageDay, UsageDays } from './usage';

/** What a person has, has used, and when that changes. Moments are ISO 8601. */
export interface BalanceView {
  metering: Metering;
  /** Of the subscription, or of the trial. */
  status: string;
  /** What is left of each kind; what has lapsed is not. */
  trial: number;
  allowance: number;
  balance: number;
  trialEndsAt: string | null;
  allowanceEndsAt: string | null;
  /** Tokens that were taken back after they had been spent. */
  debt: number;
  totalTokensUsed: number;
  lastTokenUse: string | null;
  /** What is told on every page; null where nothing is metered. */
  shown: TokensLeft | null;
}

/** All that the tab Tokens shows when it is opened. */
export interface TokensTabData {
  balance: BalanceView;
  /** Set aside for what is being made. */
  reserved: number;
  days: UsageDays;
  usage: UsageDay[];
  ledger: LedgerPage;
  storage: { used: number; quota: number };
  /** Null: they could not be read. */
  packs: Pack[] | null;
  /** Days and times are those of this zone. */
  zone: string;
  emailVerified: boolean;
  now: string;
}
