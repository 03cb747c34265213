import type { Metering } from '../ledger/spending';
import type { TokensLeft } from './tokens-left';

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
