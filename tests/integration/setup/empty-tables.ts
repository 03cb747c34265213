import type { Sql } from '~/lib/db/index.server';

/** The named tables, and all that refer to them, directly or not. */
const REACHED = `
  WITH RECURSIVE reached AS (
    SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = ANY($1)
    UNION
    SELECT conrelid FROM pg_constraint JOIN reached ON confrelid = reached.oid WHERE contype = 'f'
  )
  SELECT oid::regclass::text AS name FROM reached`;

const statements = new Map<string, Promise<string>>();

/**
 * Empties the tables that TRUNCATE … CASCADE would empty, without running triggers. TRUNCATE creates new files for sixty
 * tables and their indexes, which takes a hundred times as long as deleting the few rows that a test leaves behind.
 */
export async function emptyTables(...names: string[]): Promise<void> {
  const sql = await database();
  const key = names.join();
  const statement = statements.get(key) ?? deletionOf(sql, names);
  statements.set(key, statement);
  await sql.query(await statement);
}

async function deletionOf(sql: Sql, names: string[]): Promise<string> {
  const rows = await sql.query<{ name: string }>(REACHED, [names]);
  const missing = names.filter((name) => !rows.some((row) => row.name === name));
  if (missing.length > 0) throw new Error(`there is no table ${missing.join(', ')}`);
  const deletions = rows.map(({ name }) => `DELETE FROM ${name};`).join('\n');
  return `DO $$ BEGIN
    PERFORM set_config('session_replication_role', 'replica', true);
    ${deletions}
  END $$`;
}

/** Imported on first use, because some test files set the app's environment before they import anything of it. */
async function database(): Promise<Sql> {
  return (await import('~/lib/db/index.server')).sql;
}
