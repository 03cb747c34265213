import { setImmediate as pause } from 'node:timers/promises';

import { removeStrayCitations } from '~/features/brand/index.server';
import {
  deleteConversations,
  indexSoon,
  reloadTabs,
  removeStrayDocuments,
} from '~/features/chat/index.server';
import { LeaseLost } from '~/engine/leases/index.server';
import { enqueue } from '~/engine/queue/index.server';
import { afterCommit, sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';

import { heldImports, report, type ImportLease } from './held-imports.server';
import { openSource } from '../open-source.server';
import type { ImportState } from '../../page/import-export';
import { readCreated } from '../candidate-data.server';
import { publishImport } from '../import-events.server';
import { isStoreAway, type Work } from './work.server';
import { moveImport } from '../import-data.server';
import { previewImport } from './preview-import.server';
import { importRefusals } from '../refusals';
import { removeUpload, openUpload } from '../upload-objects.server';
import { countFailure, lockHeld, release, type Held } from './work-data.server';
import { writeImport } from './write-import.server';

/** How long it may run without yielding to heartbeats and responses of the database. */
const SLICE_MS = 8;
/** The pauses after failures; after the last one, the import is given up. */
const PAUSES_SECONDS = [5, 20, 60, 180];

const REMOVED_AT_ONCE = 200;

const STEPS: Partial<Record<ImportState, (work: Work) => Promise<ImportState>>> = {
  reading: previewImport,
  importing: writeImport,
  removing: removeBatch,
};

/** Queues another attempt at an import. */
export type Retry = (importId: string, afterSeconds: number) => Promise<void>;

/** Runs the next step of a held import in this process. Never rejects. */
export async function runImportStep(lease: ImportLease, retry: Retry): Promise<void> {
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
      log.error({ err, import: held.id }, 'an import could not be ended, it will be started again');
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

/**
 * Ends the step, with the state that follows.
 * @throws LeaseLost when another worker has the import, or it was canceled
 */
export async function endImport(held: Held, to: ImportState, reason: string | null): Promise<void> {
  const { id, userId, state: from } = held;
  await transaction(async (tx) => {
    await lockHeld(tx, held);
    await moveImport(tx, userId, id, { from: [from], to, reason });
    // No other import of the user has begun as long as this one isn't committed (ONE_AT_A_TIME).
    if (from === 'importing') {
      await enqueue(indexSoon, {}, tx);
      await removeStrayDocuments(tx, userId);
      await removeStrayCitations(tx, userId);
    }
    afterCommit(tx, () => {
      KILLABLE: killPoint('import: ended, its upload not dropped');
    });
    if (from !== 'reading') await reloadTabs(tx, userId);
    await publishImport(tx, userId, id);
  });
  if (from !== 'removing' && to !== 'ready') await removeUpload(held);
  log.info({ import: id, state: to }, 'an import has a new state');
}

async function fail({ claim: held, cutBy }: ImportLease, error: unknown, retry: Retry) {
  if (error instanceof LeaseLost) return;
  // After a cancel, it isn't held any more, and this does nothing. At a shutdown, others may take it at once.
  if (cutBy !== null) return release(sql, held);
  // The export itself is at fault.
  if (error instanceof AppError) return endImport(held, 'failed', error.userMessage);
  const attempt = held.failures + 1;
  const seconds = PAUSES_SECONDS[attempt - 1];
  if (seconds !== undefined) {
    await countFailure(sql, held, seconds);
    log.warn(
      { err: error, import: held.id, attempt },
      'an import was interrupted, it will continue',
    );
    return retry(held.id, seconds);
  }
  log.error({ err: error, import: held.id, attempt }, 'an import was given up');
  const reason = isStoreAway(error) ? importRefusals.storeAway : importRefusals.unexpected;
  // A removal that was given up can be requested again.
  await endImport(held, 'failed', reason);
}

/** Deletes the conversations that the import created, as their owner would. Repeated, it finds less to do. */
async function removeBatch({ held, signal, report }: Work): Promise<ImportState> {
  const { id, userId } = held;
  for (let after = -1, done = 0; ;) {
    signal.throwIfAborted();
    const created = await readCreated(sql, userId, id, { after, limit: REMOVED_AT_ONCE });
    const last = created.at(-1);
    if (!last) return 'removed';
    await deleteConversations(
      userId,
      created.map(({ conversationId }) => conversationId),
    );
    KILLABLE: killPoint('import: a batch removed');
    after = last.index;
    done += created.length;
    // How many there are isn't known in advance.
    report(done / (done + REMOVED_AT_ONCE));
  }
}
