import type { LedgerPage } from '../ledger/entry';
import type { Pack } from '../plans/plans';
import type { BalanceView } from './balance-view';
import type { UsageDay, UsageDays } from './usage';

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
