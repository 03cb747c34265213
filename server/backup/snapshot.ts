import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

import { connect, quoted } from './database.ts';
import { BackupFailed, tableEntry, type Head } from './format.ts';
import { entry, type Entry } from './tar.ts';

// SQL: catalogs and COPY of whole tables, before the app's build is loaded.

/** How much of a table's rows is in memory at a time. */
const PART_BYTES = 2 ** 20;

/** Tables that matter only while the app runs: its processes, their messages, and rate limits. */
const TRANSIENT = ['_prisma_migrations', 'app_processes', 'rate_limits', 'socket_io_attachments'];

/** The database at one moment. */
export interface Snapshot {
  client: pg.Client;
  about: Pick<Head, 'postgres' | 'migrations' | 'tables' | 'sequences'>;
  /** The rows of all tables; `rows` counts them per table as they pass. */
  tables(rows: Record<string, number>): AsyncGenerator<Entry>;
  /** Ends the connection; nothing was changed. */
  close(): Promise<void>;
}

/** @throws BackupFailed when the database has nothing of the app */
export async function openSnapshot(databaseUrl: string): Promise<Snapshot> {
  const client = await connect(databaseUrl);
  const close = () => client.end();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const about = await describe(client);
    // Keeps a newer version's migrations from dropping a table meanwhile.
    const names = about.tables.map(({ name }) => quoted(name)).join(', ');
    await client.query(`LOCK TABLE ${names} IN ACCESS SHARE MODE`);
    return { client, about, close, tables: (rows) => readTables(client, about.tables, rows) };
  } catch (error) {
    await close();
    throw error;
  }
}

async function describe(client: pg.Client): Promise<Snapshot['about']> {
  const history = await client.query<{ found: string | null }>(
    `SELECT to_regclass('_prisma_migrations') AS found`,
  );
  if (!history.rows[0]?.found) {
    throw new BackupFailed(
      "There's nothing to back up: Brandwright has never run on this database.",
    );
  }
  const [applied, tables, sequences, server] = [
    await client.query<{ name: string }>(
      `SELECT migration_name AS name FROM _prisma_migrations
        WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
    ),
    await client.query<{ name: string; columns: string[] }>(
      `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
         FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
          AND NOT a.attisdropped AND a.attgenerated = '' AND c.relname <> ALL ($1)
          AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = c.oid AND deptype = 'e')
        GROUP BY c.relname ORDER BY c.relname`,
      [TRANSIENT],
    ),
    await client.query<{ name: string; value: string }>(
      `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
        WHERE schemaname = current_schema() AND last_value IS NOT NULL`,
    ),
    await client.query<{ server_version: string }>('SHOW server_version'),
  ];
  if (applied.rows.length === 0 || tables.rows.length === 0) {
    throw new BackupFailed("There's nothing to back up: this database's setup was never finished.");
  }
  return {
    postgres: server.rows[0]?.server_version ?? '',
    migrations: applied.rows.map(({ name }) => name),
    tables: tables.rows,
    sequences: sequences.rows,
  };
}

async function* readTables(
  client: pg.Client,
  tables: Head['tables'],
  rows: Record<string, number>,
): AsyncGenerator<Entry> {
  for (const { name, columns } of tables) {
    rows[name] = 0;
    let part = 0;
    const copying = client.query(
      copyTo(`COPY ${quoted(name)} (${columns.map(quoted).join(', ')}) TO STDOUT`),
    );
    for await (const bytes of parted(copying as AsyncIterable<Buffer>)) {
      // Each row is a line; a line break within a value is written as `\n`.
      for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) rows[name] += 1;
      yield entry(tableEntry(name, part), bytes);
      part += 1;
    }
  }
}

async function* parted(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    held.push(chunk);
    length += chunk.length;
    if (length < PART_BYTES) continue;
    yield Buffer.concat(held);
    held = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(held);
}
