import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/postgres/embedded.ts';
import { migrate } from '../../server/postgres/migrate.ts';
import { ENCRYPTION_KEY, SESSION_SECRET } from '../harness/app-process.ts';
import { expectRefusal, query, start, temporaryDataDir } from '../process/setup.ts';

let embedded: EmbeddedPostgres;
let url: string;
let count = 0;

beforeAll(async () => {
  embedded = await startEmbeddedPostgres({ dataDir: temporaryDataDir(), durable: false });
});

afterAll(() => embedded.stop());

beforeEach(async () => {
  const name = `migrated_${++count}`;
  await query(embedded.url, `CREATE DATABASE ${name}`);
  url = embedded.url.replace(/[^/]+$/, name);
});

const history = () =>
  query(
    url,
    `SELECT migration_name, finished_at IS NOT NULL AS finished, rolled_back_at IS NOT NULL AS taken_back
     FROM _prisma_migrations ORDER BY started_at`,
  );

const tables = () => query(url, `SELECT to_regclass('users') IS NOT NULL AS users`);

it('brings an empty database up to date, and does nothing the second time', async () => {
  await migrate(url);
  const applied = await history();
  expect(applied.length).toBeGreaterThan(0);
  expect(applied.every((row) => row.finished === true)).toBe(true);
  await migrate(url);
  expect(await history()).toEqual(applied);
});

it('applies each migration once when several processes start at the same time', async () => {
  await Promise.all([migrate(url), migrate(url), migrate(url)]);
  const names = (await history()).map((row) => row.migration_name);
  expect(new Set(names).size).toBe(names.length);
  expect(await tables()).toEqual([{ users: true }]);
});

/** Leaves a database without migrations, but with the table of their history. */
async function dropAllButHistory() {
  await query(
    url,
    `DO $$ DECLARE name text; BEGIN
       FOR name IN SELECT tablename FROM pg_tables
         WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'
       LOOP EXECUTE format('DROP TABLE %I CASCADE', name); END LOOP;
       FOR name IN SELECT typname FROM pg_type JOIN pg_namespace n ON n.oid = typnamespace
         WHERE nspname = 'public' AND typtype = 'e'
       LOOP EXECUTE format('DROP TYPE %I', name); END LOOP;
       -- Extensions keep theirs.
       FOR name IN SELECT p.oid::regprocedure FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace
         WHERE nspname = 'public' AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
       LOOP EXECUTE 'DROP FUNCTION ' || name; END LOOP;
     END $$`,
  );
}

it('reapplies a migration that a Prisma command started and didn’t finish', async () => {
  await migrate(url);
  await dropAllButHistory();
  await query(url, 'UPDATE _prisma_migrations SET finished_at = NULL, applied_steps_count = 0');
  await migrate(url);
  expect(await tables()).toEqual([{ users: true }]);
  expect((await history()).filter((row) => !row.finished && !row.taken_back)).toEqual([]);
});

it("keeps the history in the form that Prisma's own commands read", async () => {
  await migrate(url);
  const status = spawnSync('node_modules/.bin/prisma', ['migrate', 'status'], {
    env: { ...process.env, DATABASE_URL: url, CHECKPOINT_DISABLE: '1' },
    encoding: 'utf8',
  });
  expect(status.stdout).toContain('Database schema is up to date!');
  expect(status.status).toBe(0);
});

it('rolls a failed migration back, says why it failed, and tries again at the next start', async () => {
  await migrate(url);
  const before = await history();
  await dropAllButHistory();
  await query(url, 'DELETE FROM _prisma_migrations');
  // A migration late in the list fails because this table exists.
  await query(url, 'CREATE TABLE event_sequences (id int)');

  const failed = migrate(url);
  await expect(failed).rejects.toThrow(
    /^The database at [^ ]+ could not be brought up to date: .*already exists/,
  );
  await expect(failed).rejects.not.toThrow(/postgres:\/\/|\n/);
  expect(await tables()).toEqual([{ users: false }]);

  await query(url, 'DROP TABLE event_sequences');
  await migrate(url);
  const finished = (await history()).filter((row) => row.finished);
  expect(finished.map((row) => row.migration_name)).toEqual(
    before.map((row) => row.migration_name),
  );
});

it('leaves another program’s database alone', async () => {
  await query(url, 'CREATE TABLE theirs (id int)');
  await expect(migrate(url)).rejects.toThrow(
    /already has other tables: give Brandwright a database of its own/,
  );
  expect(await tables()).toEqual([{ users: false }]);
});

describe('a database that a newer version has updated', () => {
  const NEWER = '20991231000000_from_the_future';
  const refusal =
    /^The database at \S+ was last updated by Brandwright 9\.8\.7, and this is Brandwright \d+\.\d+\.\d+, which doesn't know its newest migration \(20991231000000_from_the_future\)\. Nothing was changed\. Start version 9\.8\.7 or a later one\. To go back .* restore FILE --replace"\.$/m;

  async function update(logs: string | null) {
    await migrate(url);
    await query(
      url,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, finished_at)
       VALUES ('future', '', $1, $2, now())`,
      [NEWER, logs],
    );
  }

  it('is recognized by its unknown migrations, each of which names the version that applied it', async () => {
    await migrate(url);
    const own = await query(url, 'SELECT DISTINCT logs FROM _prisma_migrations');
    expect(own).toEqual([
      { logs: expect.stringMatching(/^applied by Brandwright \d+\.\d+\.\d+$/) },
    ]);
    await update('applied by Brandwright 9.8.7');
    await expect(migrate(url)).rejects.toThrow(refusal);
  });

  it('is refused even if it doesn’t name that version', async () => {
    await update(null);
    await expect(migrate(url)).rejects.toThrow(
      /was last updated by a newer version of Brandwright, /,
    );
  });

  it('is refused by every command before the command changes anything', async () => {
    await update('applied by Brandwright 9.8.7');
    const before = await history();
    const settings = { DATABASE_URL: url, SESSION_SECRET, ENCRYPTION_KEY, S3_BUCKET: 'none' };
    const commands: { command: string; args?: string[] }[] = [
      { command: 'serve' },
      { command: 'worker' },
      { command: 'serve-web' },
      { command: 'admin', args: ['create-user', 'someone@example.com'] },
      { command: 'admin', args: ['backup', join(temporaryDataDir(), 'file.backup')] },
    ];
    for (const command of commands) {
      await expectRefusal(start({ ...command, settings, dataDir: temporaryDataDir() }), refusal);
    }
    expect(await history()).toEqual(before);
    expect(await query(url, 'SELECT 1 FROM users')).toEqual([]);
  });
});
