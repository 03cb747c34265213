import { statfsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { env } from '../../settings/env.server';
import { log } from '../log.server';
import { singleton } from '../singleton.server';

/** The built-in PostgreSQL stops if there is no room for another 16 MB segment of its log. */
const NEEDED_BYTES = 24_000_000;
const TRIAL = Buffer.alloc(1_000_000);
const RETRY_MS = 2_000;

const state = singleton('disk', () => ({
  isFull: false,
  /** Writes to the database; set by the module that owns the connections. */
  tryDatabase: (): Promise<unknown> => Promise.resolve(),
}));

/** True while writes fail for lack of space, in DATA_DIR or in the database. */
export function isDiskFull(): boolean {
  return state.isFull;
}

/** Call this when a write failed for lack of space: from then on, test writes find out when there is space again. */
export function noteDiskFull(): void {
  if (state.isFull) return;
  state.isFull = true;
  log.error('the disk is full: nothing can be saved until there is room');
  tryAgainLater();
}

/** Sets the write that tests whether the database has space. */
export function setDatabaseTrial(trial: () => Promise<unknown>): void {
  state.tryDatabase = trial;
}

/** True if DATA_DIR has too little space for the built-in PostgreSQL. */
export function lacksRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(resolve(env().DATA_DIR));
    return bavail * bsize < NEEDED_BYTES;
  } catch {
    // A directory that can't be checked says nothing about its disk.
    return false;
  }
}

function tryAgainLater(): void {
  setTimeout(() => void tryAgain(), RETRY_MS).unref();
}

async function tryAgain(): Promise<void> {
  try {
    await tryDataDir();
    await state.tryDatabase();
  } catch (err) {
    log.debug({ err }, 'the disk is still full');
    return tryAgainLater();
  }
  state.isFull = false;
  log.info('the disk has room again');
}

async function tryDataDir(): Promise<void> {
  const path = join(resolve(env().DATA_DIR), `room-${process.pid}.tmp`);
  try {
    const file = await open(path, 'w', 0o600);
    try {
      await file.write(TRIAL);
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}
