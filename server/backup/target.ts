import type pg from 'pg';

import { connect, quoted } from './connection.ts';
import { BackupFailed } from './format.ts';

/** What a database holds before something else takes its place. */
export interface Holding {
  /** Tables of something else. */
  foreign: boolean;
  accounts: number;
  conversations: number;
  /** Of everything that a backup would hold, without what a first start leaves by itself. */
  rows: number;
}

/** Three missed beats, as the app itself counts them (app/features/generation). */
const STALE_SECONDS = 15;

/** Not of people: a first start fills them. */
const OF_THE_APP = [
  '_prisma_migrations',
  'app_processes',
  'first_run',
  'rate_limits',
  'socket_io_attachments',
];

const OURS = `c.relnamespace = current_schema()::regnamespace
  AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = c.oid AND deptype = 'e')`;

/** @throws BackupFailed while the app runs on it */
export async function inspect(databaseUrl: string): Promise<Holding> {
  const client = await connect(databaseUrl);
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c WHERE ${OURS} AND c.relkind IN ('r', 'p')`,
    );
    const names = tables.map(({ name }) => name);
    const holding = { foreign: false, accounts: 0, conversations: 0, rows: 0 };
    if (names.length === 0) return holding;
    if (!names.includes('_prisma_migrations')) return { ...holding, foreign: true };
    if (names.includes('app_processes')) await refuseWhileRunning(client);
    for (const name of names) {
      if (OF_THE_APP.includes(name)) continue;
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

/** Everything of the app's, in the transaction that the client is in; extensions stay. */
export async function dropEverything(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `SELECT format('DROP TABLE IF EXISTS %s CASCADE', c.oid::regclass) AS statement
       FROM pg_class c WHERE ${OURS} AND c.relkind IN ('r', 'p')
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
