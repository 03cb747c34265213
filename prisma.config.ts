import type { EventEmitter } from 'node:events';

import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { defineConfig } from 'prisma/config';

// The adapter knows no column type `name` (OID 19), which migrate reads from the catalogue: present it as text (25).
const NAME_OID = 19;
const TEXT_OID = 25;

// The migration engine gives its advisory lock ten seconds and never clears that timer, which would hold every
// `migrate deploy` open for as long.
const LOCK_TIMEOUT_MS = 10_000;
const schedule = globalThis.setTimeout;
globalThis.setTimeout = ((callback: () => void, delay?: number, ...args: []) => {
  const timer = schedule(callback, delay, ...args);
  return delay === LOCK_TIMEOUT_MS ? timer.unref() : timer;
}) as typeof setTimeout;

function catalogueReadablePool(): pg.Pool {
  const pool = new pg.Pool({
    connectionString: process.env.DATABASE_URL,
    idleTimeoutMillis: 100,
  });
  pool.on('connect', (client) => {
    (client as unknown as { connection: EventEmitter }).connection.prependListener(
      'rowDescription',
      (description: { fields: pg.FieldDef[] }) => {
        for (const field of description.fields) {
          if (field.dataTypeID === NAME_OID) field.dataTypeID = TEXT_OID;
        }
      },
    );
  });
  return pool;
}

/**
 * `engine: 'js'` keeps generate and migrate free of engine downloads, so an air-gapped host can run them.
 * New migrations are written with `prisma migrate diff --from-schema-datamodel OLD --to-schema-datamodel NEW --script`.
 */
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  experimental: { adapter: true },
  engine: 'js',
  adapter: async () => new PrismaPg(catalogueReadablePool(), { disposeExternalPool: true }),
});
