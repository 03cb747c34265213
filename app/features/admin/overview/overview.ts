import type { TokenUse } from '~/features/billing';
import type { PartHealth } from '../health/part-health';

/** What happened on a day, in UTC. */
export interface OverviewDay {
  /** YYYY-MM-DD */
  day: string;
  signUps: number;
  messages: number;
  tokens: number;
  /** The same by what they were used for. */
  uses: Partial<Record<TokenUse, number>>;
  houseTokens: number;
}

export interface Overview {
  users: { total: number; activeToday: number; activeWeek: number; activeMonth: number };
  jobs: { waiting: number; running: number; failedToday: number };
  storedBytes: number;
  parts: PartHealth[];
  /** The last thirty, the latest last. */
  days: OverviewDay[];
}
