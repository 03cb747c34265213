import { readStorage } from '~/engine/user-data/index.server';
import { sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { addDays, timeZoneOrUtc, lastDays, startOfDay } from '~/lib/local-days';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';
import { DAY_MS } from '~/lib/time';

import { NO_FILTER } from '../ledger/entry';
import { sumReserved, sumUses } from '../ledger/entry-data.server';
import { type Balance, getBalance } from '../ledger/get-balance.server';
import { readLedger } from '../ledger/read-ledger.server';
import { sum } from '../ledger/spending';
import type { Pack } from '../plans/plans';
import { readPlans } from '../plans/read-plans.server';
import { readSubscription } from '../subscriptions/read-subscription.server';
import type { BalanceView, TokensLeft, TokensTabData } from './tokens';
import { parseUse, USAGE_DAYS, USE_NAMES, type UsageDay, type UsageDays, useTotals } from './uses';

/** What every page shows. While metering is off it is null, and reads nothing. */
export async function readTokensLeft(userId: UserScope, now: Date): Promise<TokensLeft | null> {
  if (env().METERING === 'off') return null;
  return tokensLeft(await getBalance(userId, now), now);
}

function tokensLeft(balance: Balance, now: Date): TokensLeft | null {
  const { metering, available, awaitingVerification, trialEndsAt, allowanceEndsAt, tokens } =
    balance;
  if (metering === 'off') return null;
  const ends = [tokens.trial > 0 && trialEndsAt, tokens.allowance > 0 && allowanceEndsAt];
  const ahead = ends.filter((end) => end instanceof Date && end > now) as Date[];
  const monthRuns = allowanceEndsAt !== null && allowanceEndsAt > now;
  return {
    metering,
    left: available,
    waiting: awaitingVerification,
    monthEndsAt: monthRuns ? allowanceEndsAt.toISOString() : null,
    changesAt:
      ahead.length > 0
        ? new Date(Math.min(...ahead.map((end) => end.getTime()))).toISOString()
        : null,
  };
}

/** @throws AppError `not-found` for a user without an account */
export async function readBalance(userId: UserScope, now: Date): Promise<BalanceView> {
  const [balance, subscription] = await Promise.all([
    getBalance(userId, now),
    readSubscription(userId, now),
  ]);
  const { metering, tokens, totalTokensUsed } = balance;
  return {
    ...{ metering, ...tokens, totalTokensUsed },
    status: subscription.status,
    trialEndsAt: balance.trialEndsAt?.toISOString() ?? null,
    allowanceEndsAt: balance.allowanceEndsAt?.toISOString() ?? null,
    debt: subscription.debtTokens,
    lastTokenUse: balance.lastTokenUse?.toISOString() ?? null,
    shown: tokensLeft(balance, now),
  };
}

/** The tokens used on each of the last days of the user's time zone, including today. */
export async function readUsage(
  userId: UserScope,
  { days: count, zone, now }: { days: UsageDays; zone: string; now: Date },
): Promise<UsageDay[]> {
  const days = lastDays(count, now, zone);
  const moments = [...days, addDays(days.at(-1)!, 1)].map((day) => startOfDay(day, zone));
  const used = days.map((day): UsageDay => ({ day, tokens: {} }));
  for (const { day, use, tokens } of await sumUses(sql, userId, moments)) {
    const of = used[day]!.tokens;
    of[parseUse(use)] = (of[parseUse(use)] ?? 0) + tokens;
  }
  return used;
}

/** What these days' tokens were used for, the most first. */
export async function readUseTotals(
  userId: UserScope,
  when: { days: UsageDays; zone: string; now: Date },
): Promise<{ name: string; tokens: number }[]> {
  const totals = useTotals(await readUsage(userId, when));
  return totals.map(({ use, tokens }) => ({ name: USE_NAMES[use], tokens }));
}

/** Longer than any work takes. */
const MAX_WORK_MS = 7 * DAY_MS;

/** The data of the Tokens tab; `?days=` chooses how many days of usage it shows. */
export async function openTokensTab(
  {
    id,
    timeZone,
    emailVerified,
  }: { id: UserScope; timeZone: string | null; emailVerified: boolean },
  search: URLSearchParams,
  now: Date,
): Promise<TokensTabData> {
  const zone = timeZoneOrUtc(timeZone);
  const days = USAGE_DAYS.find((known) => String(known) === search.get('days')) ?? USAGE_DAYS[0];
  const [balance, usage, ledger, storage, reserved, packs] = await Promise.all([
    readBalance(id, now),
    readUsage(id, { days, zone, now }),
    readLedger(id, NO_FILTER, { zone, before: null }),
    readStorage(sql, id),
    sumReserved(sql, id, new Date(now.getTime() - MAX_WORK_MS)),
    readPacks(),
  ]);
  return {
    ...{ balance, days, usage, ledger, storage, packs, zone, emailVerified },
    reserved: sum(reserved),
    now: now.toISOString(),
  };
}

/** Null if Stripe is unavailable: the rest of the page doesn't depend on it. */
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
