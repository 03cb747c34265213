import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import type { TestProject } from 'vitest/node';

import { startEmbeddedPostgres } from '../../../server/postgres/embedded.ts';
import { migrate } from '../../../server/postgres/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connects to the server's maintenance database; a test file's own is cloned from TEMPLATE. */
    serverUrl: string;
  }
}

/** Several runs may share one server: each names its databases by TEST_DATABASE_PREFIX. */
export const PREFIX = process.env.TEST_DATABASE_PREFIX ?? 'brandwright';
export const TEMPLATE = `${PREFIX}_template`;

/**
 * A PostgreSQL for the run, with the migrations applied once to a template database that each test file clones.
 * TEST_DATABASE_URL names a server to use instead of an embedded one.
 */
export default async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL;
  let stop = async () => {};
  let serverUrl = given ?? '';
  if (!given) {
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
  await letTablesBeEmptied(databaseUrl(serverUrl, TEMPLATE));
  await admin.query(`ALTER DATABASE ${TEMPLATE} WITH is_template true allow_connections false`);
  await admin.end();

  project.provide('serverUrl', serverUrl);
  return stop;
}

/** Between tests `users` is emptied with all that refers to it, and so the audit log, which its own test has refuse that. */
async function letTablesBeEmptied(url: string): Promise<void> {
  const template = new pg.Client({ connectionString: url });
  await template.connect();
  await template.query('ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_keep_all');
  await template.end();
}

/** The address of another database on the same server. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
