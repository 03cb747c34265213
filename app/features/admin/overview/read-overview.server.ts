import { failingParts } from '~/features/operations/index.server';
import { describeConnections } from '~/features/setup/index.server';
import { sql } from '~/lib/db/index.server';

import type { Overview } from './overview';
import { countJobs, countStored, countUsers, readDays } from './overview-report.server';

/** How the site is doing. Numbers only. */
export async function readOverview(now: Date): Promise<Overview> {
  const [users, jobs, storedBytes, days, failing] = await Promise.all([
    countUsers(sql, now),
    countJobs(sql, now),
    countStored(sql),
    readDays(sql, now),
    failingParts(),
  ]);
  const { ai, mail, objects } = describeConnections();
  return {
    users,
    jobs,
    storedBytes,
    days,
    parts: [
      { name: 'Database', works: !failing.includes('database'), setting: 'PostgreSQL' },
      { name: 'Files', works: !failing.includes('objects'), setting: objects },
      { name: 'AI', works: null, setting: ai },
      { name: 'Mail', works: null, setting: mail },
    ],
  };
}
