import { z } from 'zod';

import { LeaseLost, MAX_DEATHS } from '~/engine/leases/index.server';
import { enqueue, type QueuedJob } from '~/engine/queue/index.server';
import { sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import { singleton } from '~/lib/singleton.server';

import { driveImport, endImport, type Retry } from './drive-import.server';
import { heldImports, type ImportLease, leaseOnImport } from './held-imports.server';
import { driveApart } from './import-process.server';
import { importRefusals } from '../refusals';
import { findLeft, letAllGo, letGo, takeUp, type Held } from './work-data.server';

const schema = z.object({ importId: z.uuid() });

/** How many imports are looked for each minute that no one works on. */
const MAX_LEFT = 20;

/** One at a time in each process of the app: an import needs its memory. The others wait in their table. */
const turn = singleton('import-turn', () => ({ isTaken: false }));

/** Reads, writes or removes an import in a process of its own, whichever is its turn. Run twice, the second run does nothing. */
export const importWork: QueuedJob<z.output<typeof schema>> = {
  name: 'import-work',
  parse: (data) => schema.parse(data),
  retries: 3,
  maxSeconds: 12 * 3_600,
  async run({ importId }) {
    const worked = await workOn(importId, driveApart);
    if (worked) await wakeNext();
  },
};

const retryLater: Retry = (importId, afterSeconds) =>
  enqueue(importWork, { importId }, undefined, { afterSeconds });

/** How a held import is taken through its step. Never rejects. */
type Drive = (lease: ImportLease, retry: Retry) => Promise<void>;

/** Takes an import through its next step, here unless told otherwise. False when it is not its turn. */
export async function workOn(importId: string, drive: Drive = driveImport): Promise<boolean> {
  if (heldImports.draining || turn.isTaken) return false;
  turn.isTaken = true;
  try {
    const held = await takeUp(sql, importId, newId());
    if (!held) return false;
    KILLABLE: killPoint('import: taken up');
    if (heldImports.draining) await letGo(sql, held);
    else if (held.attempt > MAX_DEATHS) await giveUp(held);
    else await driveHere(leaseOnImport(held), drive);
    return true;
  } finally {
    turn.isTaken = false;
  }
}

/** Drives a held import to its end; without `drive`, for the process that an import has to itself. Never rejects. */
export function driveHere(lease: ImportLease, drive: Drive = driveImport): Promise<void> {
  return heldImports.hold(lease, () => drive(lease, retryLater));
}

/** Every start so far ended without a word, and the processes that saw them end are gone, too. */
async function giveUp(held: Held): Promise<void> {
  log.error({ import: held.id, starts: held.attempt - 1 }, 'an import was given up');
  await endImport(held, 'failed', importRefusals.broken).catch((error: unknown) => {
    if (!(error instanceof LeaseLost)) throw error;
  });
}

/** Whichever process is free takes the one that has waited longest. */
async function wakeNext(): Promise<void> {
  const [importId] = await findLeft(sql, 1);
  if (importId !== undefined && !heldImports.draining) await enqueue(importWork, { importId });
}

/** Ends the work of this process on an import at once; that of another ends with its next heartbeat or write. */
export function breakOff(importId: string): void {
  void heldImports.cut(importId, 'stop');
}

/** Ends all work of this process; others, or the next one, go on with it. */
export function drainImports(): Promise<void> {
  return heldImports.drain();
}

/** Goes on with what a process left that died; with `soleProcess` it needs not wait until that is certain. */
export async function resumeImports({ soleProcess = false } = {}): Promise<void> {
  heldImports.draining = false;
  if (soleProcess) await letAllGo(sql);
  for (const importId of await findLeft(sql, MAX_LEFT)) {
    await enqueue(importWork, { importId });
  }
}
