import { sql } from '~/lib/db/index.server';

/** The queued account emails, in order, while no process runs jobs. */
export async function queuedAccountEmails(): Promise<unknown[]> {
  const [queue] = await sql.query<{ there: boolean }>(
    `SELECT to_regclass('pgboss.job') IS NOT NULL AS there`,
  );
  if (!queue?.there) return [];
  const jobs = await sql.query<{ data: unknown }>(
    `SELECT data FROM pgboss.job WHERE name = 'account-mail' ORDER BY created_on, id`,
  );
  return jobs.map(({ data }) => data);
}

export async function dropAccountEmails(): Promise<void> {
  if ((await queuedAccountEmails()).length === 0) return;
  await sql.query(`DELETE FROM pgboss.job WHERE name = 'account-mail'`);
}
