import { setTimeout as sleep } from 'node:timers/promises';

import { cut } from '~/engine/leases/index.server';
import { pool } from '~/lib/db/index.server';

import { leaseOnImport } from './held-imports.server';
import { runHeldStep } from './work-import.server';
import type { Held } from './work-data.server';

const ALIVE_MS = 5_000;
const POLL_MS = 10;
const MAX_FLUSH_MS = 2_000;

/**
 * Runs the step of the import that this process was started for (import-process.server.ts has the app's side). Stops when
 * the app disconnects. Never rejects; the caller ends the process.
 */
export async function runImportInOwnProcess({ held }: { held: Held }): Promise<void> {
  const lease = leaseOnImport(held);
  const stop = () => cut(lease, 'death');
  if (!process.connected) return;
  process.once('disconnect', stop);
  const alive = setInterval(sayAlive, ALIVE_MS);
  try {
    await runHeldStep(lease);
    await untilFlushed();
  } finally {
    clearInterval(alive);
    process.off('disconnect', stop);
  }
}

function sayAlive(): void {
  if (!process.connected) return;
  process.send?.('alive', undefined, undefined, () => {
    // The app has gone: 'disconnect' handles that.
  });
}

/** Live events go through the database, and nothing else waits for them. */
async function untilFlushed(): Promise<void> {
  const deadline = performance.now() + MAX_FLUSH_MS;
  const isBusy = () => pool.waitingCount > 0 || pool.totalCount > pool.idleCount;
  while (isBusy() && performance.now() < deadline) await sleep(POLL_MS);
}
