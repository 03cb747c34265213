import { z } from 'zod';

import { enqueue, type QueuedJob } from '~/engine/queue/index.server';
import { sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import { singleton } from '~/lib/singleton.server';

import { driveImport, endImport, type Retry } from './drive-import.server';
import { driveApart } from './import-process.server';
import { importRefusals } from '../refusals';
import { findLeft, letAllGo, MAX_STARTS, LeaseLost, takeUp, type Held } from './work-data.server';

const schema = z.object({ importId: z.uuid() });

/** How many imports are looked for each minute that no one works on. */
const MAX_LEFT = 20;

const state = singleton('imports', () => ({
  /** One at a time in each process of the app: an import needs its memory. The others wait in their table. */
  running: null as { importId: string; abort: AbortController; ended: Promise<void> } | null,
  stopping: false,
}));

/** Reads, writes or removes an import in a process of its own, whichever is its turn. Run twice, the second run does nothing. */
export const importWork: QueuedJob<z.output<typeof schema>> = {
  name: 'import-work',
  parse: (data) => schema.parse(data),
  retries: 3,
  longestSeconds: 12 * 3_600,
  async run({ importId }) {
    const worked = await workOn(importId, driveApart);
    if (worked) await wakeNext();
  },
};

const retryLater: Retry = (importId, afterSeconds) =>
  enqueue(importWork, { importId }, undefined, { afterSeconds });

/** How a held import is taken through its step. Never rejects. */
type Drive = (held: Held, abort: AbortController, retry: Retry) => Promise<void>;

/** Takes an import through its next step, here unless told otherwise. False when it is not its turn. */
export async function workOn(importId: string, drive: Drive = driveImport): Promise<boolean> {
  if (state.stopping || state.running) return false;
  const abort = new AbortController();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  state.running = { importId, abort, ended };
  try {
    const held = await takeUp(sql, importId, newId());
    if (!held) return false;
    killPoint('import: taken up');
    if (held.starts > MAX_STARTS) await giveUp(held);
    else await drive(held, abort, retryLater);
    return true;
  } finally {
    state.running = null;
    end();
  }
}

/** For the process of an import: drives it to its end. Never rejects. */
export function driveHere(held: Held, abort: AbortController): Promise<void> {
  return driveImport(held, abort, retryLater);
}

/** Every start so far ended without a word, and the processes that saw them end are gone, too. */
async function giveUp(held: Held): Promise<void> {
  log.error({ import: held.id, starts: held.starts - 1 }, 'an import was given up');
  await endImport(held, 'failed', importRefusals.broken).catch((error: unknown) => {
    if (!(error instanceof LeaseLost)) throw error;
  });
}

/** Whichever process is free takes the one that has waited longest. */
async function wakeNext(): Promise<void> {
  const [importId] = await findLeft(sql, 1);
  if (importId !== undefined && !state.stopping) await enqueue(importWork, { importId });
}

/** Ends the work of this process on an import at once; that of another ends with its next heartbeat or write. */
export function breakOff(importId: string): void {
  if (state.running?.importId === importId) state.running.abort.abort();
}

/** Ends all work of this process; others, or the next one, go on with it. */
export async function drainImports(): Promise<void> {
  state.stopping = true;
  state.running?.abort.abort();
  await state.running?.ended;
}

/** Goes on with what a process left that died; with `soleProcess` it needs not wait until that is certain. */
export async function resumeImports({ soleProcess = false } = {}): Promise<void> {
  state.stopping = false;
  if (soleProcess) await letAllGo(sql);
  for (const importId of await findLeft(sql, MAX_LEFT)) {
    await enqueue(importWork, { importId });
  }
}
