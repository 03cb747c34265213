import type { Sql } from '~/lib/db/index.server';

/** Anywhere in what a job was given, or left. $1: in lower case, $2: the same as JSON has it, to look closely at few rows. */
const HOLDS = (column: string) =>
  `${column}::text ILIKE ANY ($2::text[]) AND EXISTS (
     SELECT FROM jsonb_path_query(${column}, '$.**') AS value
      WHERE jsonb_typeof(value) = 'string' AND lower(value #>> '{}') = ANY ($1::text[]))`;

/**
 * Removes jobs that hold one of these words: the address or the id of an account that is gone. `finished` leaves those that are
 * still to be done. Returns how many are left that hold one.
 */
export async function removeAddressFromJobs(
  on: Sql,
  words: readonly string[],
  which: 'all' | 'finished',
): Promise<number> {
  const inJson = words.map((word) => JSON.stringify(word).slice(1, -1));
  const values = [words, inJson.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)];
  await on.query(`DELETE FROM failed_jobs WHERE ${HOLDS('data')}`, values);
  const [queue] = await on.query<{ there: boolean }>(
    `SELECT to_regclass('pgboss.job') IS NOT NULL AS there`,
  );
  if (!queue?.there) return 0;
  const held = `((${HOLDS('data')}) OR (${HOLDS('output')}))`;
  // One that runs at this moment is removed once it is done.
  const states = which === 'all' ? `state <> 'active'` : `state >= 'completed'`;
  await on.query(`DELETE FROM pgboss.job WHERE ${states} AND ${held}`, values);
  const [left] = await on.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pgboss.job WHERE ${held}`,
    values,
  );
  return left?.count ?? 0;
}
