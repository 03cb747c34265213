import { sql } from '~/lib/db/index.server';

import { deleteFailures } from './failure-data.server';

const DAY_MS = 24 * 60 * 60_000;

/** Forgets after three months what counts no more and what is no user's, and everything after two years. */
export async function purgeFailures(now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await deleteFailures(sql, { before: ago(90), allBefore: ago(730) });
}
