import { setImmediate as pause } from 'node:timers/promises';

import { indexSoon, reloadTabs } from '~/features/chat/index.server';
import { LeaseLost } from '~/engine/leases/index.server';
import { enqueue } from '~/engine/queue/index.server';
import { afterCommit, sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';

import { heldImports, report, type ImportLease } from './held-imports.server';
import { openSource } from '../open-source.server';
import type { ImportState } from '../../page/import-export';
import { publishImport } from '../import-events.server';
import { isStoreAway, type Work } from './work.server';
import { moveImport } from '../import-data.server';
import { previewImport } from './preview-import.server';
import { importRefusals } from '../refusals';
import { removeBatch } from './remove-batch.server';
import { dropUpload, openUpload } from '../upload-objects.server';
import { countFailure, letGo, lockHeld, type Held } from './work-data.server';
import { writeImport } from './write-import.server';

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
export async function driveImport(lease: ImportLease, retry: Retry): Promise<void> {
  const held = lease.claim;
  try {
    const next = await STEPS[held.state]!(workOf(lease));
    await heldImports.quiet(lease);
    KILLABLE: killPoint('import: step done, not ended');
    await endImport(held, next, null);
  } catch (error) {
    await heldImports.quiet(lease);
    await fail(lease, error, retry).catch((err: unknown) => {
      if (err instanceof LeaseLost) return;
      log.error({ err, import: held.id }, 'an import cannot be ended, it is taken up again');
    });
  }
}

function workOf(lease: ImportLease): Work {
  const { claim: held, abort } = lease;
  const { signal } = abort;
  let since = performance.now();
  return {
    held,
    signal,
    open: async () => openSource(await openUpload(held, signal)),
    report: (share) => report(lease, share),
    async breathe() {
      signal.throwIfAborted();
      if (performance.now() - since < SLICE_MS) return;
      await pause();
      since = performance.now();
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
      KILLABLE: killPoint('import: ended, its upload not dropped');
    });
    if (from !== 'reading') await reloadTabs(tx, userId);
    await publishImport(tx, userId, id);
  });
  if (from !== 'removing' && to !== 'ready') await dropUpload(held);
  log.info({ import: id, state: to }, 'an import has gone on');
}

async function fail({ claim: held, cutBy }: ImportLease, error: unknown, retry: Retry) {
  if (error instanceof LeaseLost) return;
  // By a cancel, it is not held any more, and this does nothing; by a shutdown, others may have it at once.
  if (cutBy !== null) return letGo(sql, held);
  // What the export itself is to blame for.
  if (error instanceof AppError) return endImport(held, 'failed', error.userMessage);
  const attempt = held.failures + 1;
  const seconds = PAUSES_SECONDS[attempt - 1];
  if (seconds !== undefined) {
    await countFailure(sql, held, seconds);
    log.warn({ err: error, import: held.id, attempt }, 'an import was interrupted, it will go on');
    return retry(held.id, seconds);
  }
  log.error({ err: error, import: held.id, attempt }, 'an import was given up');
  const reason = isStoreAway(error) ? importRefusals.storeAway : importRefusals.unexpected;
  // A removal that was given up can be asked for again.
  await endImport(held, 'failed', reason);
}
