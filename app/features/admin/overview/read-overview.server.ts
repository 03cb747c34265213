import { knownUse } from '~/features/billing/index.server';
import { readHealth } from '../health/read-health.server';
import { sql } from '~/lib/db/index.server';

import type { Overview, OverviewDay } from './overview';
import { countJobs, countStored, countUsers, readDays, readUses } from './overview-report.server';

/** How the site is doing. Numbers only. */
export async function readOverview(now: Date): Promise<Overview> {
  const [users, jobs, storedBytes, days, uses, parts] = await Promise.all([
    countUsers(sql, now),
    countJobs(sql, now),
    countStored(sql),
    readDays(sql, now),
    readUses(sql, now),
    readHealth(now),
  ]);
  return {
    users,
    jobs,
    storedBytes,
    days: days.map((day) => ({ ...day, uses: usesOf(uses, day.day) })),
    parts,
  };
}

function usesOf(
  rows: readonly { day: string; use: string | null; tokens: number }[],
  day: string,
): OverviewDay['uses'] {
  const uses: OverviewDay['uses'] = {};
  for (const row of rows) {
    if (row.day !== day) continue;
    const use = knownUse(row.use);
    uses[use] = (uses[use] ?? 0) + row.tokens;
  }
  return uses;
}
