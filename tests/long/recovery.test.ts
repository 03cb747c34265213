import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { startEmbeddedPostgres } from '../../server/postgres/embedded.ts';
import { answerOf, startFakeOpenAi } from '../fakes/openai.ts';
import { expectStored } from '../faults/invariants.ts';
import { talk } from '../faults/chatting-user.ts';
import {
  answers,
  freePort,
  installedDataDir,
  postgresOf,
  query,
  runningPostgres,
  start,
  temporaryDataDir,
  untilGone,
} from '../process/setup.ts';
import { signedUp } from '../process/visitor.ts';

async function remember(dataDir: string) {
  await query(postgresOf(dataDir).url, `CREATE TABLE kept AS SELECT 'still there' AS word`);
}

async function expectRemembered(dataDir: string) {
  expect(await query(postgresOf(dataDir).url, 'SELECT word FROM kept')).toEqual([
    { word: 'still there' },
  ]);
}

it('PostgreSQL survives kill -9 of the app, and the next start takes it over', async () => {
  const dataDir = await installedDataDir();
  const app = start({ dataDir });
  await app.ready;
  await remember(dataDir);
  const { pid } = postgresOf(dataDir);
  app.kill('SIGKILL');
  await app.ended;

  const next = start({ dataDir });
  await answers(await next.ready);
  expect(postgresOf(dataDir).pid).toBe(pid);
  await expectRemembered(dataDir);
  next.kill('SIGTERM');
  expect(await next.ended).toEqual({ code: 0, signal: null });
  await untilGone(pid, dataDir);
});

it('the running app starts PostgreSQL again on the same port after kill -9', async () => {
  const dataDir = await installedDataDir();
  const app = start({ dataDir });
  const address = await app.ready;
  await remember(dataDir);
  const before = postgresOf(dataDir);
  process.kill(before.pid, 'SIGKILL');
  await expect.poll(() => app.stderr()).toContain('running again');

  const after = postgresOf(dataDir);
  expect(after.pid).not.toBe(before.pid);
  expect(after.port).toBe(before.port);
  await expectRemembered(dataDir);
  await answers(address);

  // The app locks the new one, too.
  const second = start({ dataDir });
  expect((await second.ended).code).toBe(1);
  app.kill('SIGTERM');
  expect(await app.ended).toEqual({ code: 0, signal: null });
  expect(runningPostgres(dataDir)).toBeUndefined();
});

it('the app continues after kill -9 of one of PostgreSQL’s connections', async () => {
  const dataDir = await installedDataDir();
  const app = start({ dataDir });
  const address = await app.ready;
  const { url, pid } = postgresOf(dataDir);
  const [backend] = await query(
    url,
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'brandwright ${app.pid}'`,
  );
  process.kill(Number(backend?.pid), 'SIGKILL');
  await expect.poll(() => app.stderr()).toContain('running again');
  expect(postgresOf(dataDir).pid).toBe(pid);
  await answers(address);
});

it('the next start has everything after kill -9 of both', async () => {
  const dataDir = await installedDataDir();
  const app = start({ dataDir });
  await app.ready;
  await remember(dataDir);
  const { pid } = postgresOf(dataDir);
  app.kill('SIGKILL');
  process.kill(pid, 'SIGKILL');
  await app.ended;

  const next = start({ dataDir });
  await answers(await next.ready);
  await expectRemembered(dataDir);
});

it('the next start has every word that was streamed before kill -9, and leaves no journal', async () => {
  const dataDir = await installedDataDir();
  const openAi = await startFakeOpenAi();
  const settings = {
    PORT: String(await freePort()),
    OPENAI_BASE_URL: openAi.url,
    OPENAI_API_KEY: 'sk-test',
    RATE_LIMITS: 'false',
  };
  const app = start({ dataDir, settings });
  const person = await signedUp(await app.ready);
  const talking = talk(person, { tokens: 400, rate: 40 });
  await expect.poll(() => openAi.requests[0]?.sentTokens).toBeGreaterThan(30);
  app.kill('SIGKILL');
  await app.ended;

  const next = start({ dataDir, settings });
  await next.ready;
  const streamed = await talking;
  expect(streamed.state).toBe('interrupted');
  expect(answerOf({ tokens: 400 }).startsWith(streamed.text)).toBe(true);
  expect(streamed.text.split(' ').length).toBeGreaterThan(30 - 1);
  await expectStored(postgresOf(dataDir).url, [streamed]);
  next.kill('SIGTERM');
  expect(await next.ended).toEqual({ code: 0, signal: null });
  expect(readdirSync(join(dataDir, 'journal'))).toEqual([]);
  await openAi.close();
});

it('the app ends with a clear message when PostgreSQL cannot be started again', async () => {
  const dataDir = await installedDataDir();
  const app = start({ dataDir });
  await app.ready;
  const { pid } = postgresOf(dataDir);
  const control = join(dataDir, 'postgres/global/pg_control');
  writeFileSync(control, 'destroyed');
  process.kill(pid, 'SIGKILL');
  expect((await app.ended).code).toBe(1);
  expect(app.stderr()).toMatch(/PostgreSQL could not start\. It says: ".+" More is in /);
  expect(app.stderr()).not.toMatch(/^\s+at /m);
});

it('the app does not mistake another process with the same id for PostgreSQL', async () => {
  const dataDir = temporaryDataDir();
  const embedded = await startEmbeddedPostgres({ dataDir, durable: false });
  const pidFile = join(dataDir, 'postgres/postmaster.pid');
  const content = readFileSync(pidFile, 'utf8');
  await embedded.stop();

  // By the same user, so that PostgreSQL itself would take it for a running server.
  const { uid, gid } = statSync(join(dataDir, 'postgres'));
  const other = spawn('sleep', ['600'], process.getuid?.() === 0 ? { uid, gid } : {});
  try {
    writeFileSync(pidFile, content.replace(/^\d+/, String(other.pid)));
    const [, , , port] = content.split('\n');
    writeFileSync(join(dataDir, `postgres/.s.PGSQL.${port}.lock`), `${other.pid}\n`);
    const app = start({ dataDir });
    await answers(await app.ready);
    expect(other.exitCode).toBeNull();
  } finally {
    other.kill();
  }
});

it('the app removes what an interrupted first start left', async () => {
  const dataDir = temporaryDataDir();
  const left = join(dataDir, 'postgres.new-4194304-abcdef');
  mkdirSync(join(left, 'cluster'), { recursive: true });
  writeFileSync(join(left, 'cluster/PG_VERSION'), '18\n');
  const app = start({ dataDir });
  await answers(await app.ready);
  expect(existsSync(left)).toBe(false);
});

it('the next start creates the database after kill -9 during its creation', async () => {
  const dataDir = temporaryDataDir();
  const app = start({ dataDir });
  const unfinished = () => readdirSync(dataDir).find((name) => name.startsWith('postgres.new-'));
  const begun = () => existsSync(join(dataDir, unfinished() ?? 'none', 'cluster/PG_VERSION'));
  await expect.poll(begun, { interval: 2 }).toBe(true);
  app.kill('SIGKILL');
  await app.ended;
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);

  const next = start({ dataDir });
  await answers(await next.ready);
});
