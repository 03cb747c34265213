import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import type { Claim } from './cluster-claim.ts';
import { type Cluster, lacksRoom } from './postgres-cluster.ts';
import {
  ClusterBusy,
  connectionUrl,
  findPostmaster,
  freePort,
  launchPostmaster,
  PortTaken,
  reasonIn,
  removeStalePidFile,
  type Postmaster,
} from './postmaster.ts';
import { StartupError } from '../startup-error.ts';

// How a process attaches to PostgreSQL on a cluster, and knows others that are attached.
// SQL: locks and catalogs of the server, before the app's build is loaded.

const RETRY_MS = 100;
/** How long a cluster may stay busy: a killed PostgreSQL's children need a moment to end. */
const BUSY_MS = 15_000;
const STALE_PID_MS = 3_000;
/** How long the lock of a process that was just killed may linger. */
const CLAIM_MS = 2_000;
const CLOSING_MS = 500;
const CLOSING_POLL_MS = 10;

/** Advisory locks on the cluster: one for the process that serves, one shared by all attached processes. */
const LOCK_SPACE = 0x62726477;
const SERVING = 1;
const ATTACHED = 2;

export interface Attachment {
  postmaster: Postmaster;
  client: pg.Client;
  alone: boolean;
}

/**
 * Connects to the cluster's PostgreSQL, which is started if it doesn't run; with `port`, only there.
 * @throws StartupError; with `port`, on a full disk, ClusterBusy or PortTaken
 */
export async function attach(
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

/**
 * Gives up the lock of an attached process. True for the last one, once the app's other connections have closed or had
 * the time to.
 */
export async function detach(client: pg.Client): Promise<boolean> {
  await client.query('SELECT pg_advisory_unlock_shared($1, $2)', [LOCK_SPACE, ATTACHED]);
  const last = await tryLock(client, 'exclusive', ATTACHED);
  if (last) await othersGone(client);
  return last;
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

async function isAlone(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT 1 FROM pg_locks
     WHERE locktype = 'advisory' AND classid = $1 AND objid = $2 AND pid <> pg_backend_pid() LIMIT 1`,
    [LOCK_SPACE, ATTACHED],
  );
  return rows.length === 0;
}
