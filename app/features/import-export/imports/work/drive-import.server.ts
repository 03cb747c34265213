import { setImmediate as pause } from 'node:timers/promises';

import { indexSoon, reloadTabs } from '~/features/chat/index.server';
import { enqueue } from '~/engine/queue/index.server';
import { afterCommit, sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';

import { openSource } from '../open-source.server';
import type { ImportState } from '../../page/import-export';
import { publishImport, tellProgress } from '../import-events.server';
import { isStoreAway, type Work } from './work.server';
import { moveImport } from '../import-data.server';
import { previewImport } from './preview-import.server';
import { importRefusals } from '../refusals';
import { removeBatch } from './remove-batch.server';
import { dropUpload, openUpload } from '../upload-objects.server';
import {
  countFailure,
  keepHolding,
  letGo,
  lockHeld,
  LeaseLost,
  type Held,
} from './work-data.server';
import { writeImport } from './write-import.server';

/** Says that the worker is there, also while a large file is stored. */
const HEARTBEAT_MS = 5_000;
/** Progress is told at most so often. */
const TOLD_MS = 400;
/** Heartbeats and database answers come between after so long. */
const SLICE_MS = 8;
/** When to try again what failed; after the last of them it is given up. */
const PAUSES_SECONDS = [5, 20, 60, 180];

const STEPS: Partial<Record<ImportState, (work: Work) => Promise<ImportState>>> = {
  reading: previewImport,
  importing: writeImport,
  removing: removeBatch,
};

/** Has an import taken up again in so many seconds. */
export type Retry = (importId: string, afterSeconds: number) => Promise<void>;

/** Takes a held import through its step, in this process. Never rejects. */
export async function driveImport(held: Held, abort: AbortController, retry: Retry): Promise<void> {
  const progress = progressOf(held, abort);
  try {
    const next = await STEPS[held.state]!(workOf(held, abort.signal, progress.report));
    await progress.stop();
    killPoint('import: step done, not ended');
    await endImport(held, next, null);
  } catch (error) {
    await progress.stop();
    await fail(held, abort.signal, error, retry).catch((err: unknown) => {
      if (err instanceof LeaseLost) return;
      log.error({ err, import: held.id }, 'an import cannot be ended, it is taken up again');
    });
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
      if (err instanceof LeaseLost) abort.abort();
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

/** Moves it on. @throws LeaseLost when another worker has it by now, or it was canceled */
export async function endImport(held: Held, to: ImportState, reason: string | null): Promise<void> {
  const { id, userId, state: from } = held;
  await transaction(async (tx) => {
    await lockHeld(tx, held);
    await moveImport(tx, userId, id, { from: [from], to, reason });
    if (from === 'importing') await enqueue(indexSoon, {}, tx);
    afterCommit(tx, () => {
      killPoint('import: ended, its upload not dropped');
    });
    if (from !== 'reading') await reloadTabs(tx, userId);
    await publishImport(tx, userId, id);
  });
  if (from !== 'removing' && to !== 'ready') await dropUpload(held);
  log.info({ import: id, state: to }, 'an import has gone on');
}

async function fail(held: Held, signal: AbortSignal, error: unknown, retry: Retry): Promise<void> {
  if (error instanceof LeaseLost) return;
  // By a cancel, it is not held any more, and this does nothing; by a shutdown, others may have it at once.
  if (signal.aborted) return letGo(sql, held);
  // What the export itself is to blame for.
  if (error instanceof AppError) return endImport(held, 'failed', error.userMessage);
  const attempt = held.attempts + 1;
  const seconds = PAUSES_SECONDS[attempt - 1];
  if (seconds !== undefined) {
    if (!(await countFailure(sql, held, seconds))) return;
    log.warn({ err: error, import: held.id, attempt }, 'an import was interrupted, it will go on');
    return retry(held.id, seconds);
  }
  log.error({ err: error, import: held.id, attempt }, 'an import was given up');
  const reason = isStoreAway(error) ? importRefusals.storeAway : importRefusals.unexpected;
  // A removal that was given up can be asked for again.
  await endImport(held, 'failed', reason);
}
