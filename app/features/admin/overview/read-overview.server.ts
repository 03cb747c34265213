import { knownUse } from '~/features/billing/index.server';
import { failingParts } from '~/features/operations/index.server';
import { describeConnections } from '~/features/setup/index.server';
import { paymentsMode } from '~/gateways/payments/index.server';
import { sql } from '~/lib/db/index.server';

import type { Overview, OverviewDay } from './overview';
import { countJobs, countStored, countUsers, readDays, readUses } from './overview-report.server';

const PAYMENTS = {
  off: 'None: nothing is sold here.',
  test: 'Stripe, in its test mode',
  live: 'Stripe',
} as const;

/** How the site is doing. Numbers only. */
export async function readOverview(now: Date): Promise<Overview> {
  const [users, jobs, storedBytes, days, uses, failing] = await Promise.all([
    countUsers(sql, now),
    countJobs(sql, now),
    countStored(sql),
    readDays(sql, now),
    readUses(sql, now),
    failingParts(),
  ]);
  const { ai, mail, objects } = describeConnections();
  return {
    users,
    jobs,
    storedBytes,
    days: days.map((day) => ({ ...day, uses: usesOf(uses, day.day) })),
    parts: [
      { name: 'Database', works: !failing.includes('database'), setting: 'PostgreSQL' },
      { name: 'Files', works: !failing.includes('objects'), setting: objects },
      { name: 'AI', works: null, setting: ai },
      { name: 'Mail', works: null, setting: mail },
      { name: 'Payments', works: null, setting: PAYMENTS[paymentsMode()] },
    ],
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
