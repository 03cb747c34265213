import { setTimeout as sleep } from 'node:timers/promises';

import { cut } from '~/engine/leases/index.server';
import { pool } from '~/lib/db/index.server';

import { leaseOnImport } from './held-imports.server';
import { driveHere } from './work-import.server';
import type { Held } from './work-data.server';

const ALIVE_MS = 5_000;
const LOOK_AGAIN_MS = 10;
const LAST_WORDS_MS = 2_000;

/**
 * What the process of an import does (import-process.server.ts has the app's side): the step of the import that it is
 * sent. It stops when the app goes or lets go of it. Never rejects; the caller ends the process.
 */
export async function driveInOwnProcess({ held }: { held: Held }): Promise<void> {
  const lease = leaseOnImport(held);
  const stop = () => cut(lease, 'death');
  if (!process.connected) return;
  process.once('disconnect', stop);
  const alive = setInterval(sayAlive, ALIVE_MS);
  try {
    await driveHere(lease);
    await untilAllIsSaid();
  } finally {
    clearInterval(alive);
    process.off('disconnect', stop);
  }
}

function sayAlive(): void {
  if (!process.connected) return;
  process.send?.('alive', undefined, undefined, () => {
    // The app has gone: 'disconnect' tells.
  });
}

/** Tabs are told through the database, and no one waits for that. */
async function untilAllIsSaid(): Promise<void> {
  const until = performance.now() + LAST_WORDS_MS;
  const isBusy = () => pool.waitingCount > 0 || pool.totalCount > pool.idleCount;
  while (isBusy() && performance.now() < until) await sleep(LOOK_AGAIN_MS);
}
