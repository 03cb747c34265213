import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { borrowPostgres } from './borrowed-postgres.ts';
import { claimCluster, type Claim, type ClaimOptions } from './cluster-claim.ts';
import { prepareDataDir } from '../settings/data-dir.ts';
import { clusterDirectory, prepareCluster, type Cluster } from './postgres-cluster.ts';
import {
  boundLog,
  ClusterBusy,
  connectionUrl,
  findPostmaster,
  freePort,
  isOwnPostmaster,
  lastReason,
  launchPostmaster,
  PortTaken,
  reasonIn,
  removeStalePidFile,
  shutDownPostmaster,
  type Postmaster,
} from './postmaster.ts';
import { StartupError } from '../startup-error.ts';

const RETRY_MS = 100;
/** How long a cluster may stay busy: a killed PostgreSQL's children need a moment to end. */
const BUSY_MS = 15_000;
const STALE_PID_MS = 3_000;
/** How long the lock of a process that was just killed may linger. */
const CLAIM_MS = 2_000;
const SHUTDOWN_MS = 6_000;
const CLOSING_MS = 500;
const CLOSING_POLL_MS = 10;
const MAX_RECOVERIES = 5;
const RECOVERIES_WITHIN_MS = 60_000;
const LOG_CHECK_MS = 60_000;
/** PostgreSQL writes WAL in segments of 16 MB: with less room it would end again at once. */
const NEEDED_BYTES = 24_000_000;
const ROOM_FIRST_MS = 1_000;
const MAX_ROOM_MS = 15_000;

/** Advisory locks on the cluster: one for the process that serves, one shared by all attached processes. */
const LOCK_SPACE = 0x62726477;
const SERVING = 1;
const ATTACHED = 2;

export interface EmbeddedPostgresOptions {
  /** The cluster is in its subdirectory `postgres`. */
  dataDir: string;
  /** False only for test databases: a power failure may destroy them. */
  durable?: boolean;
  /** Makes this the only process that serves on the cluster; others may still attach. */
  exclusive?: boolean;
  /** What to do when another container runs PostgreSQL on this cluster; by default, refuse at once. */
  elsewhere?: ClaimOptions['elsewhere'];
  /** Called while waiting for another container to stop; throws when this process has to end. */
  check?: () => void;
  /** Receives short messages about PostgreSQL while the app runs. */
  onEvent?: (message: string) => void;
  /** Called when PostgreSQL has ended and can't be restarted. */
  onLost?: (reason: StartupError) => void;
}

export interface EmbeddedPostgres {
  url: string;
  /** True if no other process was attached when this one started. */
  alone: boolean;
  /** Stops PostgreSQL unless other processes are still attached. Rejects if it keeps running nevertheless. */
  stop(): Promise<void>;
}

interface Attachment {
  postmaster: Postmaster;
  client: pg.Client;
  alone: boolean;
}

/**
 * Attaches to PostgreSQL on the cluster in `dataDir`: to one that already runs (another command's, or one that outlived a
 * killed process), else to a new one. It's restarted on the same port when it dies; the last attached process stops it.
 * SQL: locks and catalogs of the server, before the app's build is loaded.
 * @throws StartupError with a sentence for the operator
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { dataDir, durable = true, exclusive = false } = options;
  const onEvent = options.onEvent ?? (() => {});
  const realDataDir = await prepareDataDir(dataDir);
  const directory = clusterDirectory(realDataDir);
  let stopping: Promise<void> | undefined;
  const claimed = await claimCluster({
    dataDir: realDataDir,
    directory,
    elsewhere: options.elsewhere ?? 'refuse',
    check: options.check,
    onEvent,
    onLost: (reason) => {
      if (!stopping) options.onLost?.(reason);
    },
  });
  if ('borrowed' in claimed) {
    return borrowPostgres({ directory, port: claimed.borrowed.port, onLost: options.onLost });
  }
  const { claim } = claimed;

  let recovering: Promise<void> | undefined;
  let isFull = false;
  const giveUp = new AbortController();
  const recoveries: number[] = [];

  let cluster: Cluster;
  let attachment: Attachment;
  try {
    cluster = await prepareCluster({ dataDir: realDataDir, durable });
    await keepLogBounded();
    attachment = await attach(cluster, claim, { exclusive });
  } catch (error) {
    await endClaim();
    throw error;
  }
  const { port } = attachment.postmaster;
  const { alone } = attachment;
  watch(attachment.client);
  if (!(await hasChecksums(attachment.client))) {
    onEvent(
      'its files have no data checksums, so disk damage would go unnoticed: back up, then restore into an empty DATA_DIR',
    );
  }

  const logCheck = setInterval(() => void keepLogBounded(), LOG_CHECK_MS).unref();

  /** Frees the directory for other containers if no PostgreSQL of this one is left. */
  async function endClaim() {
    const release = !(await isOwnPostmaster(directory));
    await claim.end({ release }).catch((error: unknown) => {
      onEvent(`its claim on ${realDataDir} could not be removed: ${error}`);
    });
  }

  async function keepLogBounded() {
    await boundLog(cluster).catch((error: unknown) => {
      onEvent(`its log ${cluster.logFile} cannot be kept short: ${error}`);
    });
  }

  function watch(client: pg.Client) {
    client.once('end', () => {
      if (stopping) return;
      onEvent('connection lost, checking it');
      recovering = recover().finally(() => (recovering = undefined));
    });
  }

  async function recover() {
    for (let waitMs = ROOM_FIRST_MS; !stopping; waitMs = Math.min(2 * waitMs, MAX_ROOM_MS)) {
      try {
        if ((await lacksRoom(cluster)) && !(await findPostmaster(cluster)).running) {
          throw new DiskFull();
        }
        await attachAgain();
        isFull = false;
        return;
      } catch (error) {
        if (stopping) return;
        if (!isForLackOfRoom(error) && !(await lacksRoom(cluster))) return reportLost(error);
        reportFull();
        recoveries.length = 0;
        await sleep(waitMs, undefined, { ref: false, signal: giveUp.signal }).catch(() => {
          // Aborted by stop(): nothing is restarted.
        });
      }
    }
  }

  async function attachAgain() {
    const now = Date.now();
    recoveries.push(now);
    const recent = recoveries.filter((time) => now - time < RECOVERIES_WITHIN_MS);
    if (recent.length > MAX_RECOVERIES) {
      const reason = await lastReason(cluster);
      throw new StartupError(
        `PostgreSQL ended ${recent.length} times within a minute.` +
          `${reason === undefined ? '' : ` It says: "${reason}"`} More is in ${cluster.logFile}.`,
      );
    }
    attachment = await attach(cluster, claim, { exclusive, port });
    watch(attachment.client);
    onEvent('running again');
  }

  function reportFull() {
    if (isFull) return;
    isFull = true;
    onEvent(
      `the disk with ${cluster.directory} is full. Free up space (at least ${NEEDED_BYTES / 1e6} MB): ` +
        'it then starts again, and pending changes are saved',
    );
  }

  function reportLost(error: unknown) {
    options.onLost?.(
      error instanceof StartupError
        ? error
        : new StartupError(`PostgreSQL ended and could not be started again: ${error}`, {
            cause: error,
          }),
    );
  }

  async function stop() {
    clearInterval(logCheck);
    giveUp.abort();
    await recovering;
    const { client, postmaster } = attachment;
    let failure: unknown;
    try {
      await release(client, 'shared', ATTACHED);
      const last = await tryLock(client, 'exclusive', ATTACHED);
      if (last) {
        await othersGone(client);
        await shutDownPostmaster(cluster, postmaster, SHUTDOWN_MS);
      } else onEvent('left running: other processes are attached to it');
    } catch (error) {
      // The connection is gone, so PostgreSQL is ending or has ended.
      onEvent(`connection lost while stopping: ${error}`);
      await shutDownPostmaster(cluster, postmaster, SHUTDOWN_MS).catch((cause: unknown) => {
        failure = cause;
      });
    }
    await client.end().catch(() => {
      // It's already closed.
    });
    await endClaim();
    if (failure) throw new Error('PostgreSQL could not be stopped', { cause: failure });
  }

  return {
    url: connectionUrl(cluster, port),
    alone,
    stop: () => (stopping ??= stop()),
  };
}

class DiskFull extends Error {}

async function lacksRoom({ directory }: Cluster): Promise<boolean> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize < NEEDED_BYTES;
}

/** Recognizes PostgreSQL's own message. */
function isForLackOfRoom(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DiskFull || cause.message.includes('No space left on device')) return true;
  }
  return false;
}

async function attach(
  cluster: Cluster,
  claim: Claim,
  wanted: { exclusive: boolean; port?: number },
): Promise<Attachment> {
  const started = Date.now();
  let reason: unknown;
  for (let elapsed = 0; elapsed < BUSY_MS; elapsed = Date.now() - started) {
    try {
      const postmaster = await runningPostmaster(cluster, claim, wanted.port);
      return await join(cluster, postmaster, wanted.exclusive);
    } catch (error) {
      if (error instanceof PortTaken && wanted.port === undefined) continue;
      if (!(error instanceof ClusterBusy || error instanceof PortTaken)) throw error;
      // On a full disk a restart keeps failing until there is room, which may take hours.
      if (wanted.port !== undefined && (await lacksRoom(cluster))) throw error;
      reason = error;
      if (elapsed > STALE_PID_MS) await removeStalePidFile(cluster);
    }
    await sleep(RETRY_MS);
  }
  throw new StartupError(
    `PostgreSQL could not be started in ${cluster.directory}: ` +
      (reason instanceof PortTaken
        ? `its port ${wanted.port} was taken by another program.`
        : `another one still holds it. It says: "${reasonIn((reason as Error).message)}" ` +
          `More is in ${cluster.logFile}.`),
    { cause: reason },
  );
}

async function runningPostmaster(
  cluster: Cluster,
  claim: Claim,
  port?: number,
): Promise<Postmaster> {
  const { running, lastPort } = await findPostmaster(cluster);
  if (!running) {
    await claim.ensure();
    try {
      // The same port, because other processes may be waiting for it there.
      return await launchPostmaster(cluster, port ?? lastPort ?? (await freePort()));
    } catch (error) {
      if (error instanceof PortTaken && port === undefined && lastPort !== undefined) {
        return launchPostmaster(cluster, await freePort());
      }
      throw error;
    }
  }
  if (port !== undefined && running.port !== port) {
    throw new StartupError(
      'PostgreSQL was started again by another process, on another port: start Brandwright again.',
    );
  }
  return running;
}

/** Connects and takes the locks by which attached processes recognize each other; they end with the connection. */
async function join(
  cluster: Cluster,
  postmaster: Postmaster,
  exclusive: boolean,
): Promise<Attachment> {
  const client = new pg.Client({
    connectionString: connectionUrl(cluster, postmaster.port),
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: `brandwright ${process.pid}`,
  });
  // The 'end' event handles a lost connection.
  client.on('error', () => {});
  try {
    await client.connect();
    if (!(await tryLock(client, 'shared', ATTACHED))) throw new ClusterBusy('it is being stopped');
    if (exclusive) await claim(client, cluster);
    return { postmaster, client, alone: await isAlone(client) };
  } catch (error) {
    await client.end().catch(() => {
      // It was never connected.
    });
    if (error instanceof StartupError || error instanceof ClusterBusy) throw error;
    const { code, message } = error as pg.DatabaseError;
    if (code === '28P01') {
      throw new StartupError(
        `The database in ${cluster.directory} rejects its own password: restore DATA_DIR from a backup.`,
        { cause: error },
      );
    }
    // Refused or cut off: it's starting, stopping, or has just died.
    throw new ClusterBusy(message, { cause: error });
  }
}

async function claim(client: pg.Client, cluster: Cluster): Promise<void> {
  const deadline = Date.now() + CLAIM_MS;
  while (!(await tryLock(client, 'exclusive', SERVING))) {
    if (Date.now() > deadline) {
      throw new StartupError(
        `Brandwright is already running on the data directory ${cluster.dataDir}: ` +
          'stop it first, or give this one a DATA_DIR and a PORT of its own.',
      );
    }
    await sleep(RETRY_MS);
  }
}

async function tryLock(
  client: pg.Client,
  mode: 'shared' | 'exclusive',
  key: number,
): Promise<boolean> {
  const name = mode === 'shared' ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
  const { rows } = await client.query<{ taken: boolean }>(`SELECT ${name}($1, $2) AS taken`, [
    LOCK_SPACE,
    key,
  ]);
  return rows[0]?.taken === true;
}

async function release(client: pg.Client, mode: 'shared', key: number): Promise<void> {
  await client.query(`SELECT pg_advisory_unlock_${mode}($1, $2)`, [LOCK_SPACE, key]);
}

/** Waits for the app's own connections to close: cut off, they would be reported as lost. */
async function othersGone(client: pg.Client): Promise<void> {
  const deadline = Date.now() + CLOSING_MS;
  while (Date.now() < deadline) {
    const { rows } = await client.query(
      `SELECT 1 FROM pg_stat_activity
       WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1`,
    );
    if (rows.length === 0) return;
    await sleep(CLOSING_POLL_MS);
  }
}

async function hasChecksums(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ data_checksums: string }>('SHOW data_checksums');
  return rows[0]?.data_checksums === 'on';
}

async function isAlone(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT 1 FROM pg_locks
     WHERE locktype = 'advisory' AND classid = $1 AND objid = $2 AND pid <> pg_backend_pid() LIMIT 1`,
    [LOCK_SPACE, ATTACHED],
  );
  return rows.length === 0;
}
