import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import pg from 'pg';

import { StartupError } from '../startup-error.ts';
import { VERSION } from '../version.ts';

// SQL: DDL, catalogs, and Prisma's own table, before the app's build is loaded.

const MIGRATIONS = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));
const CONNECT_MS = 10_000;
/** The advisory lock that Prisma's own commands hold while they migrate. */
const LOCK = 72_707_369;
const LOCK_WAIT_MS = 10 * 60_000;

/** Stored with each migration, so that an older version can name the version it needs. */
const APPLIED_BY = `applied by Brandwright ${VERSION}`;
const BY_VERSION = /^applied by Brandwright ([\w.+-]{1,50})$/;

/**
 * Applies the missing migrations and keeps Prisma's history of them; fast if there are none.
 *
 * Each migration and its entry are one transaction. `prisma migrate deploy` doesn't do that: over a driver adapter it
 * splits the file at every semicolon and runs the statements one by one, so a process killed in between leaves half a
 * migration and an entry that only an operator can resolve.
 *
 * @throws StartupError when the database cannot be reached or a migration fails
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = await connect(databaseUrl);
  try {
    await refuseNewer(client, databaseUrl);
    if ((await pending(client)).length === 0) return;
    await client.query(`SET lock_timeout = ${LOCK_WAIT_MS}`);
    // Waits for another process that is migrating, which may leave nothing to do.
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await client.query('SET lock_timeout = 0');
    await ensureHistory(client, databaseUrl);
    await refuseNewer(client, databaseUrl);
    for (const name of await pending(client)) await apply(client, name);
  } catch (cause) {
    if (cause instanceof StartupError) throw cause;
    throw new StartupError(
      `The database at ${place(databaseUrl)} could not be brought up to date: ${(cause as Error).message}`,
      { cause },
    );
  } finally {
    await client.end();
  }
}

/**
 * Checks a database that is used as it is.
 * @throws StartupError when a newer version has migrated it, whose rows this one can't read
 */
export async function refuseNewerDatabase(databaseUrl: string): Promise<void> {
  const client = await connect(databaseUrl);
  try {
    await refuseNewer(client, databaseUrl);
  } finally {
    await client.end();
  }
}

/** An older version would write rows that the newer one no longer reads. */
async function refuseNewer(client: pg.Client, databaseUrl: string): Promise<void> {
  if (!(await hasHistory(client))) return;
  const { rows } = await client.query<{ name: string; by: string | null }>(
    `SELECT migration_name AS name, logs AS by FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL AND migration_name <> ALL ($1::text[])
     ORDER BY migration_name`,
    [knownMigrations()],
  );
  const newest = rows.at(-1);
  if (!newest) return;
  const by = rows.findLast((row) => row.by !== null)?.by;
  const newer = by && BY_VERSION.exec(by)?.[1];
  throw new StartupError(
    `The database at ${place(databaseUrl)} was last updated by ${newer ? `Brandwright ${newer}` : 'a newer version of Brandwright'}, ` +
      `and this is Brandwright ${VERSION}, which doesn't know its newest migration (${newest.name}). ` +
      `Nothing was changed. Start ${newer ? `version ${newer}` : 'that version'} or a later one. To go back to ${VERSION}, ` +
      'restore a backup that it made: "npm run admin -- restore FILE --replace".',
  );
}

/** The migrations that this version knows, in order. */
export function knownMigrations(): string[] {
  return readdirSync(MIGRATIONS)
    .filter((name) => existsSync(join(MIGRATIONS, name, 'migration.sql')))
    .sort();
}

/**
 * Creates the schema as it was after these migrations, in an empty database, within the client's transaction, so that a
 * restore commits the schema together with its rows.
 */
export async function migrateWithin(client: pg.Client, names: readonly string[]): Promise<void> {
  await createHistory(client);
  for (const name of names) await run(client, name);
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  let client: pg.Client;
  try {
    client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: CONNECT_MS,
      application_name: `brandwright ${process.pid} migrating`,
    });
    client.on('error', () => {
      // The running query fails and reports it.
    });
    await client.connect();
  } catch (cause) {
    throw new StartupError(unreachable(databaseUrl, cause), { cause });
  }
  return client;
}

function unreachable(databaseUrl: string, cause: unknown): string {
  const { code, message } = cause as pg.DatabaseError;
  const where = place(databaseUrl);
  switch (code) {
    case '28P01':
    case '28000':
      return `The database at ${where} rejected the user name or password: check DATABASE_URL.`;
    case '3D000':
      return `The database at ${where} doesn't exist: create it, or check DATABASE_URL.`;
    default:
      return (
        `The database at ${where} can't be reached (${code ?? message}): ` +
        'check that it runs and that DATABASE_URL is right.'
      );
  }
}

/** The database's address without user name and password. */
function place(databaseUrl: string): string {
  try {
    const { host, pathname } = new URL(databaseUrl);
    return `${host}${pathname}`;
  } catch {
    return 'DATABASE_URL';
  }
}

async function pending(client: pg.Client): Promise<string[]> {
  const known = knownMigrations();
  if (!(await hasHistory(client))) return known;
  const { rows } = await client.query<{ migration_name: string }>(
    `SELECT migration_name FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  const applied = new Set(rows.map((row) => row.migration_name));
  return known.filter((name) => !applied.has(name));
}

async function hasHistory(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ history: string | null }>(
    `SELECT to_regclass('_prisma_migrations') AS history`,
  );
  return Boolean(rows[0]?.history);
}

async function ensureHistory(client: pg.Client, databaseUrl: string): Promise<void> {
  if (await hasHistory(client)) return;
  const { rows } = await client.query(
    `SELECT 1 FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
       AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
     LIMIT 1`,
  );
  if (rows.length > 0) {
    throw new StartupError(
      `The database at ${place(databaseUrl)} already has other tables: give Brandwright a database of its own.`,
    );
  }
  await createHistory(client);
}

async function createHistory(client: pg.Client): Promise<void> {
  await client.query(
    `CREATE TABLE _prisma_migrations (
       id                  VARCHAR(36) PRIMARY KEY NOT NULL,
       checksum            VARCHAR(64) NOT NULL,
       finished_at         TIMESTAMPTZ,
       migration_name      VARCHAR(255) NOT NULL,
       logs                TEXT,
       rolled_back_at      TIMESTAMPTZ,
       started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
       applied_steps_count INTEGER NOT NULL DEFAULT 0
     )`,
  );
}

async function apply(client: pg.Client, name: string): Promise<void> {
  try {
    await client.query('BEGIN');
    await run(client, name);
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => {
      // The connection is lost, and with it the transaction.
    });
    throw new Error(`${(cause as Error).message} (in migration ${name})`, { cause });
  }
}

/** Runs one migration and writes its entry, within the client's transaction. */
async function run(client: pg.Client, name: string): Promise<void> {
  const script = readFileSync(join(MIGRATIONS, name, 'migration.sql'), 'utf8');
  await client.query(script);
  // An earlier attempt by Prisma's own command may have failed.
  await client.query(
    `UPDATE _prisma_migrations SET rolled_back_at = now()
     WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL`,
    [name],
  );
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, $4, now(), clock_timestamp(), 1)`,
    [randomUUID(), createHash('sha256').update(script).digest('hex'), name, APPLIED_BY],
  );
}
