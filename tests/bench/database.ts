import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import { startEmbeddedPostgres } from '../../server/postgres/embedded.ts';

/** One PostgreSQL for the app and the floors, for a fair comparison. */
export interface BenchDatabase {
  /** A new, empty database. */
  create(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** Uses the server in BENCH_DATABASE_URL, where databases may be created, or else starts an embedded one. */
export async function openDatabase(): Promise<BenchDatabase> {
  const configured = process.env.BENCH_DATABASE_URL;
  const own = configured ? null : await startOwn();
  const serverUrl = configured ?? own?.url ?? '';
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  const created: string[] = [];
  return {
    async create(name) {
      const full = `bench_${process.pid}_${name}`;
      await admin.query(`CREATE DATABASE ${full}`);
      created.push(full);
      const url = new URL(serverUrl);
      url.pathname = `/${full}`;
      return url.href;
    },
    async stop() {
      for (const name of created) await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
      await own?.stop();
    },
  };
}

async function startOwn() {
  const dataDir = temporaryDirectory();
  const postgres = await startEmbeddedPostgres({ dataDir });
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL may run as another user, who must be able to enter. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'brandwright-bench-'));
  chmodSync(directory, 0o711);
  return directory;
}

export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The version of PostgreSQL, as it reports it. */
export function versionOf(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ version: string }>(
      `SELECT split_part(current_setting('server_version'), ' ', 1) AS version`,
    );
    return rows[0]?.version ?? '';
  });
}

/** The user who signed up last. */
export function newestUser(appUrl: string): Promise<string> {
  return withClient(appUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'SELECT id FROM users ORDER BY created_at DESC LIMIT 1',
    );
    return rows[0]?.id ?? '';
  });
}

/** Gives everyone enough tokens for METERING=allowance. */
export function grantAllowances(appUrl: string): Promise<unknown> {
  return withClient(appUrl, (client) =>
    client.query(
      `UPDATE billing_accounts SET allowance_token = 2000000000, allowance_ends_at = now() + interval '30 days'`,
    ),
  );
}

/** Creates the floors' tables, users, sessions, and 10,000 conversations of the first user. Returns one cookie per user. */
export function prepareFloor(url: string, users: number): Promise<string[]> {
  return withClient(url, async (client) => {
    await client.query(`
      CREATE TABLE users (id uuid PRIMARY KEY);
      CREATE TABLE sessions (id text PRIMARY KEY, user_id uuid NOT NULL REFERENCES users);
      CREATE TABLE conversations (
        id uuid PRIMARY KEY, user_id uuid NOT NULL, title text NOT NULL, last_message text NOT NULL,
        last_updated timestamptz NOT NULL);
      CREATE INDEX ON conversations (user_id, last_updated DESC, id DESC);
      CREATE TABLE messages (
        id uuid PRIMARY KEY, conversation_id uuid NOT NULL, user_id uuid NOT NULL, role text NOT NULL,
        content text NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp());
      CREATE INDEX ON messages (conversation_id, at);`);
    const { rows } = await client.query<{ secret: string }>(
      `WITH made AS (INSERT INTO users SELECT gen_random_uuid() FROM generate_series(1, $1) RETURNING id),
            secrets AS (SELECT id, 'secret' || row_number() OVER () AS secret FROM made),
            opened AS (INSERT INTO sessions SELECT encode(sha256(secret::bytea), 'hex'), id FROM secrets)
       SELECT secret FROM secrets`,
      [users],
    );
    await client.query(
      `INSERT INTO conversations
       SELECT gen_random_uuid(), (SELECT user_id FROM sessions WHERE id = encode(sha256($1::text::bytea), 'hex')),
              'Conversation number ' || n, 'What was said last in conversation ' || n || ', cut after some hundred characters of it',
              now() - n * interval '1 minute'
         FROM generate_series(1, 10000) n`,
      [rows[0]?.secret],
    );
    await client.query('ANALYZE');
    return rows.map(({ secret }) => `session=${secret}`);
  });
}
