import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import { afterAll, inject } from 'vitest';

import { databaseUrl, PREFIX, TEMPLATE } from './database.ts';

// Runs before each test file is imported, so that the app's pool connects to this file's own database.
const serverUrl = inject('serverUrl');
const name = `${PREFIX}_w_${process.env.VITEST_POOL_ID ?? '1'}`;

const admin = new pg.Client({ connectionString: serverUrl });
await admin.connect();
await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
await admin.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY file_copy`);
await admin.end();

process.env.DATABASE_URL = databaseUrl(serverUrl, name);
// Never the data folder of the person who runs the tests.
const dataDir = mkdtempSync(join(tmpdir(), 'brandwright-data-'));
process.env.DATA_DIR = dataDir;

afterAll(async () => {
  const { pool } = await import('~/lib/db/index.server');
  await pool.end();
  rmSync(dataDir, { recursive: true, force: true });
});
