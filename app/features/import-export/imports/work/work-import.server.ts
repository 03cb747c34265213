import { z } from 'zod';

import { LeaseLost, MAX_DEATHS } from '~/engine/leases/index.server';
import { enqueue, type QueuedJob } from '~/engine/queue/index.server';
import { sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import { singleton } from '~/lib/singleton.server';

import { runImportStep, endImport, type Retry } from './run-import-step.server';
import { heldImports, type ImportLease, leaseOnImport } from './held-imports.server';
import { runStepApart } from './import-process.server';
import { importRefusals } from '../refusals';
import { findWaiting, releaseAll, release, claimImport, type Held } from './work-data.server';

const schema = z.object({ importId: z.uuid() });

/** How many waiting imports one run of the job queues. */
const MAX_WAITING = 20;

/** One import at a time in each process of the app, for the memory that it needs. The others wait in their table. */
const turn = singleton('import-turn', () => ({ isTaken: false }));

/** Runs the next step of an import (reading, writing, or removing) in its own process. A second run does nothing. */
export const importWork: QueuedJob<z.output<typeof schema>> = {
  name: 'import-work',
  parse: (data) => schema.parse(data),
  retries: 3,
  maxSeconds: 12 * 3_600,
  async run({ importId }) {
    const worked = await workOn(importId, runStepApart);
    if (worked) await wakeNext();
  },
};

const retryLater: Retry = (importId, afterSeconds) =>
  enqueue(importWork, { importId }, undefined, { afterSeconds });

/** Runs the next step of a held import. Never rejects. */
type RunStep = (lease: ImportLease, retry: Retry) => Promise<void>;

/**
 * Claims an import and runs its next step, in this process unless `runStep` does otherwise. False when it can't be
 * claimed now.
 */
export async function workOn(importId: string, runStep: RunStep = runImportStep): Promise<boolean> {
  if (heldImports.draining || turn.isTaken) return false;
  turn.isTaken = true;
  try {
    const held = await claimImport(sql, importId, newId());
    if (!held) return false;
    KILLABLE: killPoint('import: taken up');
    if (heldImports.draining) await release(sql, held);
    else if (held.attempt > MAX_DEATHS) await giveUp(held);
    else await runHeldStep(leaseOnImport(held), runStep);
    return true;
  } finally {
    turn.isTaken = false;
  }
}

/** Runs a step while holding the lease. Never rejects. */
export function runHeldStep(lease: ImportLease, runStep: RunStep = runImportStep): Promise<void> {
  return heldImports.hold(lease, () => runStep(lease, retryLater));
}

/** Every start ended without a recorded reason, and so did the processes that could have recorded one. */
async function giveUp(held: Held): Promise<void> {
  log.error({ import: held.id, starts: held.attempt - 1 }, 'an import was given up');
  await endImport(held, 'failed', importRefusals.broken).catch((error: unknown) => {
    if (!(error instanceof LeaseLost)) throw error;
  });
}

/** Queues the import that has waited longest, for any process that is free. */
async function wakeNext(): Promise<void> {
  const [importId] = await findWaiting(sql, 1);
  if (importId !== undefined && !heldImports.draining) await enqueue(importWork, { importId });
}

/** Stops this process's work on an import at once; another process stops at its next heartbeat or write. */
export function cutImport(importId: string): void {
  void heldImports.cut(importId, 'stop');
}

/** Stops all imports of this process; another process, or the next one, continues them. */
export function drainImports(): Promise<void> {
  return heldImports.drain();
}

/** Queues imports that dead processes left. With `soleProcess`, it needn't wait for their leases to run out. */
export async function resumeImports({ soleProcess = false } = {}): Promise<void> {
  heldImports.draining = false;
  if (soleProcess) await releaseAll(sql);
  for (const importId of await findWaiting(sql, MAX_WAITING)) {
    await enqueue(importWork, { importId });
  }
}
