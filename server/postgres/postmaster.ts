import { spawn } from 'node:child_process';
import { closeSync, existsSync, fchownSync, fstatSync, openSync } from 'node:fs';
import { copyFile, open, readFile, rm, stat, truncate } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Cluster } from './postgres-cluster.ts';
import { childEnvironment, isPostmasterOf, program } from './postgres-processes.ts';
import { StartupError } from '../startup-error.ts';

const POLL_MS = 20;
/** Crash recovery after heavy writing can take minutes; beyond this, something else is wrong. */
const READY_MS = 10 * 60_000;
const LOG_LIMIT_BYTES = 5_000_000;
const MAX_READ_LOG_BYTES = 16_384;
const MAX_REASON_LENGTH = 500;

/** The name of PostgreSQL's sockets, before the port. */
const SOCKET = '.s.PGSQL.';
/** sockaddr_un has 108 bytes on Linux and 104 on macOS, including a final zero. */
const MAX_SOCKET_PATH = 103;

export interface Postmaster {
  pid: number;
  port: number;
}

/** Another process is starting, stopping, or still holding the cluster: try again. */
export class ClusterBusy extends Error {}

/** Another program uses the port. */
export class PortTaken extends Error {}

/** The file system has no Unix sockets, like some network file systems. */
class NoSockets extends Error {}

interface PidFile extends Postmaster {
  ready: boolean;
  startedAt?: Date;
}

/** Reads the file in which PostgreSQL describes itself in the cluster's directory. */
export async function readPidFile(directory: string): Promise<PidFile | undefined> {
  let lines: string[];
  try {
    lines = (await readFile(pidFile(directory), 'utf8')).split('\n');
  } catch (error) {
    // A closed directory, or a file in its place, is reported by name when the cluster is opened.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(code)) return undefined;
    throw error;
  }
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!(pid > 0)) return undefined;
  const started = Number(lines[2]);
  return {
    pid,
    port,
    ready: lines[7]?.trim() === 'ready',
    ...(started > 0 && { startedAt: new Date(started * 1_000) }),
  };
}

function pidFile(directory: string): string {
  return join(directory, 'postmaster.pid');
}

/** True if the PostgreSQL of the pid file is a process of this place. */
export async function isOwnPostmaster(directory: string): Promise<boolean> {
  const file = await readPidFile(directory);
  return file !== undefined && (await isPostmasterOf(directory, file.pid));
}

/** True if a PostgreSQL listens on the cluster's socket, in any container of this machine. */
export async function socketAnswers(directory: string): Promise<boolean> {
  const file = await readPidFile(directory);
  if (!file || !fits(socketPath(directory, file.port))) return false;
  return new Promise((resolve) => {
    const socket = connect(socketPath(directory, file.port));
    const settle = (answers: boolean) => {
      socket.destroy();
      resolve(answers);
    };
    socket.once('connect', () => settle(true));
    // EAGAIN: its queue is full, so it exists and is busy or paused.
    socket.once('error', (error: NodeJS.ErrnoException) => settle(error.code === 'EAGAIN'));
  });
}

/** True if the PostgreSQL of the pid file listened on a socket. */
export async function hasSocketFile(directory: string): Promise<boolean> {
  const file = await readPidFile(directory);
  if (!file) return false;
  return stat(socketPath(directory, file.port)).then(
    (entry) => entry.isSocket(),
    () => false,
  );
}

/** Finds the PostgreSQL that currently serves the cluster; `lastPort` is the previous one's port. */
export async function findPostmaster(
  cluster: Cluster,
): Promise<{ running?: Postmaster; lastPort?: number }> {
  const file = await readPidFile(cluster.directory);
  if (!file) return {};
  const lastPort = file.port > 0 ? file.port : undefined;
  if (!(await isPostmasterOf(cluster.directory, file.pid))) return { lastPort };
  const alive = () => isPostmasterOf(cluster.directory, file.pid);
  return { running: await untilReady(cluster, file.pid, alive), lastPort };
}

/** @throws ClusterBusy when it ends before it's ready */
async function untilReady(
  cluster: Cluster,
  pid: number,
  alive: () => Promise<boolean> | boolean,
): Promise<Postmaster> {
  const deadline = Date.now() + READY_MS;
  while (Date.now() < deadline) {
    const file = await readPidFile(cluster.directory);
    if (file?.pid === pid && file.ready) return { pid, port: file.port };
    if (!(await alive())) throw new ClusterBusy('it ended');
    await sleep(POLL_MS);
  }
  throw new StartupError(
    `PostgreSQL has been starting for ${READY_MS / 60_000} minutes: ${cluster.logFile} says why.`,
  );
}

/**
 * Starts PostgreSQL on the cluster and waits until it accepts connections. It runs in a session of its own, so that
 * neither Ctrl-C nor this process's end reaches it.
 * @throws ClusterBusy, PortTaken, or a StartupError with PostgreSQL's own reason
 */
export async function launchPostmaster(cluster: Cluster, port: number): Promise<Postmaster> {
  try {
    return await launch(cluster, { port, socket: fits(socketPath(cluster.directory, port)) });
  } catch (error) {
    if (!(error instanceof NoSockets)) throw error;
    return launch(cluster, { port, socket: false });
  }
}

function socketPath(directory: string, port: number): string {
  return join(directory, `${SOCKET}${port}`);
}

function fits(path: string): boolean {
  return Buffer.byteLength(path) <= MAX_SOCKET_PATH;
}

/** The directory of the cluster's socket; null if there is only a port. */
function socketDirectory(directory: string, port: number): string | null {
  return existsSync(socketPath(directory, port)) ? directory : null;
}

/** The connection URL, through the socket if there is one. */
export function connectionUrl(
  cluster: Pick<Cluster, 'directory' | 'password'>,
  port: number,
): string {
  const url = `postgres://postgres:${cluster.password}@127.0.0.1:${port}/postgres`;
  const directory = socketDirectory(cluster.directory, port);
  return directory === null ? url : `${url}?host=${encodeURIComponent(directory)}`;
}

/** Where PostgreSQL listens. */
interface Listening {
  port: number;
  socket: boolean;
}

async function launch(cluster: Cluster, listening: Listening): Promise<Postmaster> {
  const log = openLog(cluster);
  const logStart = fstatSync(log).size;
  const { file, args, options } = program(cluster.account, cluster.postgres, [
    '-D',
    cluster.directory,
    ...settings(cluster, listening),
  ]);
  const child = spawn(file, args, {
    ...options,
    cwd: cluster.directory,
    env: childEnvironment(cluster.directory),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const ended = new Promise<never>((_, reject) => {
    child.once('error', (cause) => {
      reject(new StartupError(`PostgreSQL could not be started: ${cause.message}`, { cause }));
    });
    child.once('exit', () => {
      logSince(cluster, logStart).then((text) => reject(launchFailure(cluster, text)), reject);
    });
  });
  child.unref();
  const { pid } = child;
  if (!pid) return ended;
  // Its exit reports the reason.
  const ready = untilReady(
    cluster,
    pid,
    () => child.exitCode === null && child.signalCode === null,
  );
  ended.catch(() => {});
  return Promise.race([
    ended,
    ready.catch((error: unknown) => (error instanceof ClusterBusy ? ended : Promise.reject(error))),
  ]);
}

function settings(cluster: Cluster, { port, socket }: Listening): string[] {
  const values: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    // The cluster's directory is closed to other users. A statement over a socket costs two thirds of one over TCP.
    unix_socket_directories: socket ? `"${cluster.directory.replaceAll('"', '""')}"` : '',
    max_connections: 100,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The app logs its own failed statements; these lines would contain people's data.
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    // Parallel plans need shared memory, of which a container has 64 MB.
    max_parallel_workers_per_gather: 0,
    max_parallel_maintenance_workers: 0,
  };
  if (!cluster.durable) {
    Object.assign(values, { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' });
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function openLog(cluster: Cluster): number {
  try {
    const log = openSync(cluster.logFile, 'a', 0o600);
    // The cluster's owner may be the next to start it.
    if (cluster.account) fchownSync(log, cluster.account.uid, cluster.account.gid);
    return log;
  } catch (cause) {
    throw new StartupError(
      `PostgreSQL's log ${cluster.logFile} cannot be written (${(cause as NodeJS.ErrnoException).code}): ` +
        'make it writable for the user who starts Brandwright, or remove it.',
      { cause },
    );
  }
}

/** The end of the log since `start`, where the reason for ending is. */
async function logSince(cluster: Cluster, start: number): Promise<string> {
  const handle = await open(cluster.logFile, 'r');
  try {
    const { size } = await handle.stat();
    const position = Math.max(size < start ? 0 : start, size - MAX_READ_LOG_BYTES);
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(MAX_READ_LOG_BYTES),
      position,
    });
    return buffer.subarray(0, bytesRead).toString('utf8');
  } finally {
    await handle.close();
  }
}

function launchFailure(cluster: Cluster, log: string): Error {
  if (/lock file ".*" already exists|pre-existing shared memory|shutting down/.test(log)) {
    return new ClusterBusy(log);
  }
  if (/Address already in use|could not create any TCP\/IP sockets/.test(log)) {
    return new PortTaken(log);
  }
  if (log.includes('could not create any Unix-domain sockets')) return new NoSockets(log);
  const reason = reasonIn(log);
  return new StartupError(
    reason === undefined
      ? `PostgreSQL ended while it was starting and logged nothing in ${cluster.logFile}.`
      : `PostgreSQL could not start. It says: "${reason}" More is in ${cluster.logFile}.`,
  );
}

/** PostgreSQL's own reason for ending: the last fatal line, else the last line. */
export function reasonIn(log: string): string | undefined {
  const lines = log.split('\n').filter((line) => line.trim() !== '');
  const line = lines.findLast((one) => /\b(?:PANIC|FATAL):/.test(one)) ?? lines.at(-1);
  const reason = line?.replace(/^.*?\b(?:PANIC|FATAL|ERROR|LOG):\s*/, '').trim();
  return reason?.slice(0, MAX_REASON_LENGTH);
}

/** Why the cluster's PostgreSQL ended, according to its log. */
export async function lastReason(cluster: Cluster): Promise<string | undefined> {
  return reasonIn(await logSince(cluster, 0).catch(() => ''));
}

/**
 * Returns an unused port below the range for outgoing connections, so that PostgreSQL can return to the same one after a
 * crash.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const free = await new Promise<boolean>((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (free) return port;
  }
}

/**
 * Removes a postmaster.pid whose number now belongs to another process of the same user. PostgreSQL takes that for a
 * live server and would always refuse to start.
 */
export async function removeStalePidFile(cluster: Cluster): Promise<void> {
  const { directory } = cluster;
  if (await isOwnPostmaster(directory)) return;
  if (await socketAnswers(directory)) return;
  await removePidFile(directory);
}

/** Removes the pid file of a PostgreSQL that has certainly ended. */
export async function removePidFile(directory: string): Promise<void> {
  const file = await readPidFile(directory);
  if (!file) return;
  await rm(pidFile(directory), { force: true });
  await rm(`${socketPath(directory, file.port)}.lock`, { force: true });
}

/** Shuts PostgreSQL down: fast (rolling transactions back), and after `patience` immediately. */
export async function shutDownPostmaster(
  cluster: Cluster,
  { pid }: Postmaster,
  patience: number,
): Promise<void> {
  for (const [signal, wait] of [
    ['SIGINT', patience],
    ['SIGQUIT', 2_000],
  ] as const) {
    const deadline = Date.now() + wait;
    if (!(await isPostmasterOf(cluster.directory, pid))) return;
    process.kill(pid, signal);
    while (Date.now() < deadline) {
      if (!(await isPostmasterOf(cluster.directory, pid))) return;
      await sleep(POLL_MS);
    }
  }
  if (await isPostmasterOf(cluster.directory, pid)) {
    throw new Error(`process ${pid} takes no notice of SIGQUIT`);
  }
}

/** Keeps PostgreSQL's log from filling the disk: a log over the limit moves to one older file. */
export async function boundLog(cluster: Cluster): Promise<void> {
  const { size } = await stat(cluster.logFile).catch(() => ({ size: 0 }));
  if (size <= LOG_LIMIT_BYTES) return;
  // PostgreSQL appends, so it continues at the new end.
  await copyFile(cluster.logFile, `${cluster.logFile}.1`);
  await truncate(cluster.logFile);
}
