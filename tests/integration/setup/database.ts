import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import type { TestProject } from 'vitest/node';

import { startEmbeddedPostgres } from '../../../server/postgres/embedded.ts';
import { migrate } from '../../../server/postgres/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the server's maintenance database; each test file clones its own from TEMPLATE. */
    serverUrl: string;
  }
}

/** Several runs may share one server: TEST_DATABASE_PREFIX keeps their databases apart. */
export const PREFIX = process.env.TEST_DATABASE_PREFIX ?? 'brandwright';
export const TEMPLATE = `${PREFIX}_template`;

/**
 * A PostgreSQL for the run, with the migrations applied once to a template database that each test file clones.
 * TEST_DATABASE_URL names a server to use instead of an embedded one.
 */
export default async function setup(project: TestProject) {
  const existing = process.env.TEST_DATABASE_URL;
  let stop = async () => {};
  let serverUrl = existing ?? '';
  if (!existing) {
    const directory = mkdtempSync(join(tmpdir(), 'brandwright-test-'));
    chmodSync(directory, 0o711);
    const embedded = await startEmbeddedPostgres({ dataDir: directory, durable: false });
    serverUrl = embedded.url;
    stop = async () => {
      await embedded.stop();
      rmSync(directory, { recursive: true, force: true });
    };
  }

  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`UPDATE pg_database SET datistemplate = false WHERE datname = '${TEMPLATE}'`);
  await admin.query(`DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await migrate(databaseUrl(serverUrl, TEMPLATE));
  await allowEmptyingTables(databaseUrl(serverUrl, TEMPLATE));
  await admin.query(`ALTER DATABASE ${TEMPLATE} WITH is_template true allow_connections false`);
  await admin.end();

  project.provide('serverUrl', serverUrl);
  return stop;
}

/**
 * Tests empty `users` with every table that refers to it, including the audit log, whose trigger refuses that. The
 * trigger's own test enables it again.
 */
async function allowEmptyingTables(url: string): Promise<void> {
  const template = new pg.Client({ connectionString: url });
  await template.connect();
  await template.query('ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_keep_all');
  await template.end();
}

/** The URL of another database on the same server. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
