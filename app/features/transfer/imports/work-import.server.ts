import { setImmediate as pause } from 'node:timers/promises';

import { z } from 'zod';

import { announceReload } from '~/features/chat/index.server';
import { indexSoon } from '~/features/search/index.server';
import { enqueue, type QueuedJob } from '~/jobs/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import { singleton } from '~/lib/singleton.server';

import { openSource } from '../open-source.server';
import type { ImportState } from '../transfer';
import { announceImport, tellProgress } from './changes.server';
import { isStoreAway } from './failure-of.server';
import { moveImport } from './import-table.server';
import { previewImport } from './preview-import.server';
import { importRefusals } from './refusals';
import { removeBatch } from './remove-batch.server';
import { dropUpload, openUpload } from './upload-objects.server';
import {
  countFailure,
  findLeft,
  keepHolding,
  letAllGo,
  letGo,
  lockHeld,
  NotHeld,
  takeUp,
  type Held,
} from './work-table.server';
import type { Work } from './work.server';
import { writeImport } from './write-import.server';

const schema = z.object({ importId: z.uuid() });

/** Says that the worker is there, also while a large file is stored. */
const HEARTBEAT_MS = 5_000;
/** Progress is told at most so often. */
const TOLD_MS = 400;
/** Requests and streams come between after so long. */
const SLICE_MS = 8;
/** So many imports at a time in a process: each needs its memory. */
const AT_ONCE = 2;
/** When to try again what failed; after the last of them it is given up. */
const PAUSES_SECONDS = [5, 20, 60, 180];
const LEFT_AT_ONCE = 20;

const state = singleton('imports', () => ({
  running: new Map<string, { abort: AbortController; ended: Promise<void> }>(),
  waiting: [] as (() => void)[],
  stopping: false,
}));

/** Reads, writes or removes an import, whichever is its turn. It may run twice: who comes second finds it held. */
export const importWork: QueuedJob<z.output<typeof schema>> = {
  name: 'import-work',
  parse: (data) => schema.parse(data),
  retries: 3,
  longestSeconds: 12 * 3_600,
  run: ({ importId }) => workOn(importId),
};

/** Does what there is to do for an import, to its end. */
export async function workOn(importId: string): Promise<void> {
  if (state.running.has(importId)) return;
  await turn();
  try {
    if (state.stopping || state.running.has(importId)) return;
    const held = await takeUp(sql, importId, newId());
    if (!held) return;
    killPoint('import: taken up');
    const abort = new AbortController();
    const ended = drive(held, abort).finally(() => state.running.delete(importId));
    state.running.set(importId, { abort, ended });
    await ended;
  } finally {
    state.waiting.shift()?.();
  }
}

/** Resolves when fewer than AT_ONCE others are at work. */
async function turn(): Promise<void> {
  while (state.running.size >= AT_ONCE && !state.stopping) {
    await new Promise<void>((resolve) => state.waiting.push(resolve));
  }
}

/** Ends the work of this process on an import at once; of another it ends with its next write. */
export function breakOff(importId: string): void {
  state.running.get(importId)?.abort.abort();
}

/** Ends all work of this process; others, or the next one, go on with it. */
export async function drainImports(): Promise<void> {
  state.stopping = true;
  state.waiting.splice(0).forEach((resolve) => resolve());
  const running = [...state.running.values()];
  running.forEach(({ abort }) => abort.abort());
  await Promise.all(running.map(({ ended }) => ended));
}

/** Goes on with what a process left that died; with `soleProcess` it needs not wait until that is certain. */
export async function resumeImports({ soleProcess = false } = {}): Promise<void> {
  state.stopping = false;
  if (soleProcess) await letAllGo(sql);
  for (const importId of await findLeft(sql, LEFT_AT_ONCE)) {
    await enqueue(importWork, { importId });
  }
}

const STEPS: Partial<Record<ImportState, (work: Work) => Promise<ImportState>>> = {
  reading: previewImport,
  importing: writeImport,
  removing: removeBatch,
};

/** Takes a held import through its step. Never rejects. */
async function drive(held: Held, abort: AbortController): Promise<void> {
  const progress = progressOf(held, abort);
  try {
    const next = await STEPS[held.state]!(workOf(held, abort.signal, progress.report));
    await progress.stop();
    killPoint('import: step done, not ended');
    await end(held, next, null);
  } catch (error) {
    await progress.stop();
    await fail(held, abort.signal, error).catch((err: unknown) =>
      log.error({ err, import: held.id }, 'an import cannot be ended, it is taken up again'),
    );
  }
}

function workOf(held: Held, signal: AbortSignal, report: (share: number) => void): Work {
  let since = performance.now();
  return {
    held,
    signal,
    open: async () => openSource(await openUpload(held, signal)),
    report,
    async breathe() {
      signal.throwIfAborted();
      if (performance.now() - since < SLICE_MS) return;
      await pause();
      since = performance.now();
    },
  };
}

/** Keeps the import held and tells how far it is, until stopped. */
function progressOf(held: Held, abort: AbortController) {
  let share = 0;
  let told = -1;
  let since = 0;
  let telling: Promise<void> | null = null;
  const beat = () => {
    telling ??= keepAndTell().finally(() => (telling = null));
  };
  const keepAndTell = async () => {
    since = performance.now();
    const percent = Math.min(99, Math.floor(share * 100));
    try {
      await keepHolding(sql, held, percent);
      if (percent !== told) await tellProgress(sql, held.userId, held.id);
      told = percent;
    } catch (err) {
      if (err instanceof NotHeld) abort.abort();
      else log.warn({ err, import: held.id }, 'telling the progress of an import failed');
    }
  };
  const timer = setInterval(beat, HEARTBEAT_MS);
  return {
    report(next: number) {
      share = Number.isFinite(next) ? Math.min(Math.max(next, 0), 1) : 0;
      if (performance.now() - since >= TOLD_MS) beat();
    },
    async stop() {
      clearInterval(timer);
      await telling;
    },
  };
}

/** Moves it on, unless it is somebody else's by now. */
async function end(held: Held, to: ImportState, reason: string | null): Promise<void> {
  const { id, userId, state: from } = held;
  const tell = await transaction(async (tx) => {
    await lockHeld(tx, held);
    await moveImport(tx, userId, id, { from: [from], to, reason });
    if (from === 'importing') await enqueue(indexSoon, {}, tx);
    const reload = from === 'reading' ? null : await announceReload(tx, userId);
    const tell = await announceImport(tx, userId, id);
    return () => {
      reload?.();
      tell();
    };
  });
  killPoint('import: ended, its upload not dropped');
  tell();
  if (from !== 'removing' && to !== 'ready') await dropUpload(held);
  log.info({ import: id, state: to }, 'an import has gone on');
}

async function fail(held: Held, signal: AbortSignal, error: unknown): Promise<void> {
  if (error instanceof NotHeld) return;
  // By a cancel, it is not held any more, and this does nothing; by a shutdown, others may have it at once.
  if (signal.aborted) return letGo(sql, held);
  // What the export itself is to blame for.
  if (error instanceof AppError) return end(held, 'failed', error.userMessage);
  const attempt = await countFailure(sql, held, 0);
  if (attempt === 0) return;
  const seconds = PAUSES_SECONDS[attempt - 1];
  if (seconds !== undefined) {
    log.warn({ err: error, import: held.id }, 'an import was interrupted, it will go on');
    await enqueue(importWork, { importId: held.id }, undefined, { afterSeconds: seconds });
    return;
  }
  log.error({ err: error, import: held.id }, 'an import was given up');
  const again = await takeUp(sql, held.id, newId());
  const reason = isStoreAway(error) ? importRefusals.storeAway : importRefusals.unexpected;
  // A removal that was given up can be asked for again.
  if (again) await end(again, 'failed', reason);
}
