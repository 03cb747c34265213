import pg from 'pg';

import { BackupFailed } from './format.ts';

// SQL: catalogs, locks, and dropping tables, before the app's build is loaded.

/** Opens a connection for work that may take hours. The caller ends it. */
export async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: `brandwright ${process.pid} backup`,
  });
  client.on('error', () => {
    // The running query fails and reports it.
  });
  await client.connect();
  // The server's own limits are meant for requests, and its settings must not change how values are written.
  await client.query(
    `SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0;
     SET client_encoding = 'UTF8'; SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres'; SET TimeZone = 'UTC';
     SET extra_float_digits = 1; SET bytea_output = 'hex'`,
  );
  return client;
}

export const quoted = (name: string): string => pg.escapeIdentifier(name);

/** What a database holds before a restore replaces it. */
export interface Holding {
  /** True if it has another program's tables. */
  foreign: boolean;
  accounts: number;
  conversations: number;
  /** All rows that a backup would hold, apart from those of a first start. */
  rows: number;
}

/** Three missed beats, as in app/engine/leases. */
const STALE_SECONDS = 15;

/** Tables that a first start fills by itself. */
const FILLED_AT_START = [
  '_prisma_migrations',
  'app_processes',
  'first_run',
  'rate_limits',
  'socket_io_attachments',
];

const OWN_RELATIONS = `c.relnamespace = current_schema()::regnamespace
  AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = c.oid AND deptype = 'e')`;

/** @throws BackupFailed while the app runs on the database */
export async function inspect(databaseUrl: string): Promise<Holding> {
  const client = await connect(databaseUrl);
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c WHERE ${OWN_RELATIONS} AND c.relkind IN ('r', 'p')`,
    );
    const names = tables.map(({ name }) => name);
    const holding = { foreign: false, accounts: 0, conversations: 0, rows: 0 };
    if (names.length === 0) return holding;
    if (!names.includes('_prisma_migrations')) return { ...holding, foreign: true };
    if (names.includes('app_processes')) await refuseWhileRunning(client);
    for (const name of names) {
      if (FILLED_AT_START.includes(name)) continue;
      const count = await client.query<{ count: string }>(`SELECT count(*) FROM ${quoted(name)}`);
      const rows = Number(count.rows[0]?.count);
      holding.rows += rows;
      if (name === 'users') holding.accounts = rows;
      if (name === 'conversations') holding.conversations = rows;
    }
    return holding;
  } finally {
    await client.end();
  }
}

async function refuseWhileRunning(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `SELECT 1 FROM app_processes WHERE heartbeat_at > now() - make_interval(secs => $1)`,
    [STALE_SECONDS],
  );
  if (rows.length === 0) return;
  throw new BackupFailed(
    'Brandwright is running on this database, or was a moment ago: stop every process of it, wait ' +
      `${STALE_SECONDS} seconds, and restore again.`,
  );
}

/** Drops everything of the app in the client's transaction; extensions stay. */
export async function dropEverything(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `SELECT format('DROP TABLE IF EXISTS %s CASCADE', c.oid::regclass) AS statement
       FROM pg_class c WHERE ${OWN_RELATIONS} AND c.relkind IN ('r', 'p')
     UNION ALL
     SELECT format('DROP TYPE IF EXISTS %s CASCADE', c.oid::regtype) FROM pg_type c
      WHERE c.typtype = 'e' AND c.typnamespace = current_schema()::regnamespace
        AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = c.oid AND deptype = 'e')
     UNION ALL
     SELECT format('DROP FUNCTION IF EXISTS %s CASCADE', c.oid::regprocedure) FROM pg_proc c
      WHERE c.pronamespace = current_schema()::regnamespace
        AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = c.oid AND deptype = 'e')`,
  );
  for (const { statement } of rows) await client.query(statement);
}
