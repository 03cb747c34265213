import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';

import { prepare } from '../../scripts/prepare.mjs';
import { COMPILED } from '../../scripts/run.mjs';
import { isPostmasterOf } from '../../server/postgres/postgres-processes.ts';
import { install } from '../harness/installed.ts';

export const isRoot = process.getuid?.() === 0;
export const NODE = join(process.cwd(), 'node_modules/.bin/node');

export interface Account {
  uid: number;
  gid: number;
}

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface AppProcess {
  pid: number;
  stdout(): string;
  stderr(): string;
  /** The app's address, once it's printed. Rejects if the process ends before that. */
  ready: Promise<string>;
  ended: Promise<Ended>;
  kill(signal: NodeJS.Signals): void;
  /** Signals the whole group, as Ctrl-C in a terminal does. */
  killGroup(signal: NodeJS.Signals): void;
}

const processes: { child: ChildProcess; ended: Promise<Ended>; dataDir?: string }[] = [];
const directories: string[] = [];

/** A build takes a minute on an idle machine. */
const BUILD_MS = 10 * 60_000;

// All tests start the same build.
beforeAll(() => prepare({ build: true }), BUILD_MS);

afterEach(async () => {
  const started = processes.splice(0);
  for (const { child, ended } of started) {
    killGroup(child, 'SIGKILL');
    await ended;
  }
  for (const { dataDir } of started) {
    const postgres = dataDir && runningPostgres(dataDir);
    if (postgres && (await isPostmasterOf(join(dataDir, 'postgres'), postgres.pid))) {
      process.kill(postgres.pid, 'SIGQUIT');
      await untilGone(postgres.pid, dataDir);
    }
  }
});

/** Signals the process and its children; PostgreSQL is in a group of its own. */
function killGroup(child: ChildProcess, signal: NodeJS.Signals) {
  if (!child.pid) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // ESRCH: no process of the group is left.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

/** An empty DATA_DIR, which is removed at the end with everything in it. */
export function temporaryDataDir(owner?: Account): string {
  const directory = mkdtempSync(join(tmpdir(), 'brandwright-process-'));
  chmodSync(directory, 0o711);
  if (owner) chownSync(directory, owner.uid, owner.gid);
  directories.push(directory);
  return directory;
}

/** A DATA_DIR as it is after a first start: with a database, without users. */
export async function installedDataDir(): Promise<string> {
  const directory = temporaryDataDir();
  await install(directory);
  return directory;
}

/** The environment of an operator's shell, without this test run's own settings. */
export function environment(settings: Record<string, string> = {}): NodeJS.ProcessEnv {
  const shell: Record<string, string | undefined> = {
    PATH: process.env.PATH,
    HOME: tmpdir(),
    DATABASE_URL: '',
    LOG_LEVEL: 'warn',
    PORT: '0',
    // A command sets it for its own process; the tests also start the server's scripts directly.
    NODE_COMPILE_CACHE: COMPILED,
    ...settings,
  };
  return shell as NodeJS.ProcessEnv;
}

interface Start {
  dataDir?: string;
  settings?: Record<string, string>;
  command?: string;
  args?: string[];
  account?: Account;
  /** The working directory; by default the checkout. */
  cwd?: string;
  /** Replaces the whole environment. */
  env?: Record<string, string>;
  /** A command that runs the command line, for example in a memory group. */
  prefix?: readonly string[];
}

/** Starts one of the project's commands as npm does, without the second that npm itself takes. */
export function start(options: Start = {}): AppProcess {
  const { command = 'serve', args = [], prefix = [] } = options;
  return run([...prefix, NODE, 'scripts/start.mjs', command, ...args], options);
}

/** Starts any program with the app's environment. */
export function run([file = '', ...args]: string[], options: Omit<Start, 'command' | 'args'>) {
  const { dataDir, settings, account, cwd, env } = options;
  const child = spawn(file, args, {
    ...account,
    cwd,
    env:
      (env as NodeJS.ProcessEnv | undefined) ??
      environment({ ...(dataDir ? { DATA_DIR: dataDir } : {}), ...settings }),
    // A process group of its own, as in a terminal.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  let tellReady: (address: string) => void;
  const ready = new Promise<string>((resolve) => (tellReady = resolve));
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
    const address = /is ready at (http:\S+)/.exec(stdout)?.[1];
    if (address) tellReady(address);
  });
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  processes.push({ child, ended, dataDir });
  const readyOrEnded = Promise.race([
    ready,
    ended.then(({ code, signal }) =>
      Promise.reject(new Error(`It ended (${code ?? signal}):\n${stdout}${stderr}`)),
    ),
  ]);
  readyOrEnded.catch(() => {
    // Only some tests await it; others expect the process to end.
  });
  const { pid = 0 } = child;
  return {
    pid,
    stdout: () => stdout,
    stderr: () => stderr,
    ready: readyOrEnded,
    ended,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    killGroup: (signal: NodeJS.Signals) => killGroup(child, signal),
  } satisfies AppProcess;
}

export interface RunningPostgres {
  pid: number;
  port: number;
  url: string;
}

/** The PostgreSQL whose pid file is in `dataDir`, alive or not. */
export function runningPostgres(dataDir: string): RunningPostgres | undefined {
  const cluster = join(dataDir, 'postgres');
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const password = readFileSync(join(cluster, 'brandwright-password'), 'utf8');
    const port = Number(lines[3]);
    return {
      pid: Number(lines[0]),
      port,
      url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

export function postgresOf(dataDir: string): RunningPostgres {
  const postgres = runningPostgres(dataDir);
  if (!postgres) throw new Error(`No PostgreSQL runs in ${dataDir}`);
  return postgres;
}

/** Waits until no PostgreSQL with this pid serves `dataDir`. */
export async function untilGone(pid: number, dataDir: string): Promise<void> {
  await vi.waitFor(
    async () => expect(await isPostmasterOf(join(dataDir, 'postgres'), pid)).toBe(false),
    { interval: 20 },
  );
}

/** Runs one statement on the database. */
export async function query(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  // If the server ends meanwhile, the statement reports it.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Occupies a port. */
export async function occupyPort(): Promise<{ port: number; release: () => void }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, release: () => server.close() };
}

/** Returns a port that is free at the moment. */
export async function freePort(): Promise<number> {
  const { port, release } = await occupyPort();
  release();
  return port;
}

/** Expects the app to serve a page. */
export async function answers(address: string): Promise<void> {
  const response = await fetch(`${address}/auth/login`);
  expect(response.status).toBeLessThan(500);
  expect(response.headers.get('content-type')).toContain('text/html');
  await response.text();
}

/** Expects that the app refused to start, with one sentence. */
export async function expectRefusal(app: AppProcess, sentence: RegExp): Promise<void> {
  expect(await app.ended).toEqual({ code: 1, signal: null });
  expect(app.stderr()).toMatch(sentence);
  expect(app.stderr().trim().split('\n')).toHaveLength(1);
  expect(app.stdout()).not.toContain('is ready at');
}
