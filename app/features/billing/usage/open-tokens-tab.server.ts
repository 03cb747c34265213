import { readStorage } from '~/engine/user-data/index.server';
import { sql } from '~/lib/db/index.server';
import { env } from '~/lib/env.server';
import { knownZone } from '~/lib/local-days';
import { log } from '~/lib/log.server';

import { NO_FILTER } from '../ledger/entry';
import { sumReserved } from '../ledger/entry-data.server';
import { readLedger } from '../ledger/read-ledger.server';
import type { Pack } from '../plans/plans';
import { readPlans } from '../plans/read-plans.server';
import { sum } from '../ledger/spending';
import type { TokensTabData } from './tokens-tab';
import { readBalance } from './read-balance.server';
import { readUsage } from './read-usage.server';
import { USAGE_DAYS } from './usage';

/** Longer than anything takes to be made. */
const MAX_MS = 7 * 24 * 60 * 60 * 1000;

/** What the tab Tokens of the settings shows; `search` may ask for more days. */
export async function openTokensTab(
  { id, timeZone, emailVerified }: { id: string; timeZone: string | null; emailVerified: boolean },
  search: URLSearchParams,
  now: Date,
): Promise<TokensTabData> {
  const zone = knownZone(timeZone);
  const days = USAGE_DAYS.find((known) => String(known) === search.get('days')) ?? USAGE_DAYS[0];
  const [balance, usage, ledger, storage, reserved, packs] = await Promise.all([
    readBalance(id, now),
    readUsage(id, { days, zone, now }),
    readLedger(id, NO_FILTER, { zone, before: null }),
    readStorage(sql, id),
    sumReserved(sql, id, new Date(now.getTime() - MAX_MS)),
    readPacks(),
  ]);
  return {
    ...{ balance, days, usage, ledger, storage, packs, zone, emailVerified },
    reserved: sum(reserved),
    now: now.toISOString(),
  };
}

/** Null: they could not be read; the rest of the page does not wait for whoever sells them. */
async function readPacks(): Promise<Pack[] | null> {
  if (env().METERING !== 'billing') return [];
  try {
    const { packs, mode } = await readPlans();
    return mode === 'off' ? [] : packs;
  } catch (err) {
    log.warn({ err }, 'the packs could not be read');
    return null;
  }
}
