import { sql } from '~/lib/db/index.server';
import { addDays, lastDays, startOfDay } from '~/lib/local-days';

import { sumUses } from '../ledger/entry-data.server';
import type { UsageDay, UsageDays } from './usage';
import { knownUse } from './uses';

/** What was used on each of the last days where the person lives, today included. */
export async function readUsage(
  userId: string,
  { days: count, zone, now }: { days: UsageDays; zone: string; now: Date },
): Promise<UsageDay[]> {
  const days = lastDays(count, now, zone);
  const moments = [...days, addDays(days.at(-1)!, 1)].map((day) => startOfDay(day, zone));
  const used = days.map((day): UsageDay => ({ day, tokens: {} }));
  for (const { day, use, tokens } of await sumUses(sql, userId, moments)) {
    const of = used[day]!.tokens;
    of[knownUse(use)] = (of[knownUse(use)] ?? 0) + tokens;
  }
  return used;
}
