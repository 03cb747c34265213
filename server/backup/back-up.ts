import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { finished, pipeline } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import { constants, createZstdCompress } from 'node:zlib';

import type pg from 'pg';

import packageFile from '../../package.json' with { type: 'json' };
import type { ObjectStore } from '../../app/gateways/objects/index.server.ts';
import { syncDirectory } from '../sync-directory.ts';
import {
  BackupFailed,
  FORMAT,
  HEAD,
  KEYS,
  QUEUE,
  type Head,
  type Keys,
  type Manifest,
  type QueuedWork,
} from './format.ts';
import { readObjects } from './objects.ts';
import { verifyArchive } from './read-archive.ts';
import { sealed } from './seal.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';
import { entry, tar, type Entry } from './tar.ts';

export interface BackedUp {
  databaseUrl: string;
  keys: Keys;
  store: ObjectStore;
  /** Reads the queue's waiting work; only the app knows its format. */
  readQueue(client: pg.Client): Promise<QueuedWork>;
}

type Counts = Omit<Manifest, 'sections'>;

/**
 * Writes everything that an installation keeps into one file, also while the app runs, and verifies it. The rows are a
 * snapshot. The objects are copied afterwards: an object is stored before its row and removed some time after it, so every
 * object that a row names is still there, unless someone deleted it during these minutes.
 * @throws BackupFailed; then there is no file, or still the earlier one
 */
export async function backUp(source: BackedUp, file: string, signal: AbortSignal): Promise<Counts> {
  const path = resolve(file);
  const unfinished = `${path}.${randomBytes(6).toString('hex')}.part`;
  try {
    await mkdir(dirname(path), { recursive: true });
    const sink = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
    const counts = await write(source, sink, signal);
    await verifyArchive(unfinished, signal);
    await rename(unfinished, path);
    await syncDirectory(dirname(path));
    return counts;
  } catch (cause) {
    await rm(unfinished, { force: true }).catch(() => {
      // The first failure is the one to report.
    });
    throw asFailure(path, cause);
  }
}

/** The same into a stream, such as standard output. Only the stream's reader can verify the result. */
export async function streamBackup(
  source: BackedUp,
  sink: Writable,
  signal: AbortSignal,
): Promise<Counts> {
  return write(source, sink, signal).catch((cause: unknown) => {
    throw asFailure('standard output', cause);
  });
}

async function write(source: BackedUp, sink: Writable, signal: AbortSignal): Promise<Counts> {
  const counts: Counts = { rows: {}, missing: [] };
  const snapshot = await openSnapshot(source.databaseUrl);
  try {
    const packed = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
    const entries = sealed(contents(source, snapshot, counts, signal), () => counts);
    await pipeline(tar(entries), packed, sink, { signal, end: sink !== process.stdout });
    if (sink !== process.stdout) await finished(sink);
    return counts;
  } finally {
    await snapshot.close();
  }
}

async function* contents(
  source: BackedUp,
  snapshot: Snapshot,
  counts: Counts,
  signal: AbortSignal,
): AsyncGenerator<Entry> {
  const head: Head = {
    format: FORMAT,
    version: packageFile.version,
    madeAt: new Date().toISOString(),
    ...snapshot.about,
  };
  yield json(HEAD, head);
  yield json(KEYS, source.keys);
  yield json(QUEUE, await source.readQueue(snapshot.client));
  yield* snapshot.tables(counts.rows);
  // A snapshot held longer would keep PostgreSQL from vacuuming.
  await snapshot.close();
  yield* readObjects(source.store, counts.missing, signal);
}

function json(name: string, value: unknown): Entry {
  return entry(name, Buffer.from(JSON.stringify(value)));
}

const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  EISDIR: 'it is a directory',
};

function asFailure(path: string, cause: unknown): unknown {
  if (cause instanceof BackupFailed) return cause;
  const { name, code = '', message } = cause as NodeJS.ErrnoException;
  if (name === 'AbortError') return new BackupFailed('The backup was interrupted.', { cause });
  return new BackupFailed(`The backup to ${path} failed: ${REASONS[code] ?? message}.`, { cause });
}
