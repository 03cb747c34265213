import type { ChatUsage } from '~/gateways/ai/index.server';
import type { Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';
import { singleton } from '~/lib/singleton.server';

/** A charge for one run: `settle` closes what `reserve` opened under the same reference. */
interface Charge {
  userId: UserScope;
  reference: string;
  now: Date;
}

/** What runs cost. Both calls hold the account's row lock until the transaction ends. */
export interface Metering {
  /** Sets tokens aside and says how long the answer may get. @throws AppError `out-of-tokens` */
  reserve(
    tx: Sql,
    request: Charge & { promptTokens: number; maxTokens: number; weight: number },
  ): Promise<{ maxTokens: number }>;
  /** Charges `tokens`, which are weighted, for a text of this kind. */
  settle(tx: Sql, request: Charge & { tokens: number; kind: string }): Promise<{ charged: number }>;
  /** Weighted tokens. */
  weigh(usage: ChatUsage, weight: number): number;
}

const registered = singleton('generation-metering', (): { metering?: Metering } => ({}));

/** Registered once, by the feature that keeps the ledger. */
export function registerMetering(metering: Metering): void {
  registered.metering = metering;
}

export function metering(): Metering {
  if (!registered.metering) throw new Error('no metering is registered');
  return registered.metering;
}
