import { setTimeout as sleep } from 'node:timers/promises';

import type pg from 'pg';

import { attach, type Attachment, detach } from './attach-postgres.ts';
import { borrowPostgres } from './borrowed-postgres.ts';
import { claimCluster, type ClaimOptions } from './cluster-claim.ts';
import { prepareDataDir } from '../settings/data-dir.ts';
import {
  clusterDirectory,
  lacksRoom,
  NEEDED_BYTES,
  prepareCluster,
  type Cluster,
} from './postgres-cluster.ts';
import {
  boundLog,
  connectionUrl,
  findPostmaster,
  isOwnPostmaster,
  lastReason,
  shutDownPostmaster,
} from './postmaster.ts';
import { StartupError } from '../startup-error.ts';

const SHUTDOWN_MS = 6_000;
const MAX_RECOVERIES = 5;
const RECOVERIES_WITHIN_MS = 60_000;
const LOG_CHECK_MS = 60_000;
const ROOM_FIRST_MS = 1_000;
const MAX_ROOM_MS = 15_000;

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

/**
 * Attaches to PostgreSQL on the cluster in `dataDir`: to one that already runs (another command's, or one that outlived a
 * killed process), else to a new one. It's restarted on the same port when it dies; the last attached process stops it.
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
      if (await detach(client)) {
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

/** Recognizes PostgreSQL's own message. */
function isForLackOfRoom(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DiskFull || cause.message.includes('No space left on device')) return true;
  }
  return false;
}

/** SQL: before the app's build is loaded. */
async function hasChecksums(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ data_checksums: string }>('SHOW data_checksums');
  return rows[0]?.data_checksums === 'on';
}
