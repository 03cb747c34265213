import { cut, thisProcessId } from '~/engine/leases/index.server';
import { sql } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';
import { withoutLogContext } from '~/lib/log-context.server';
import { log } from '~/lib/log.server';
import { noteOutage } from '~/lib/outage.server';
import { singleton } from '~/lib/singleton.server';

import { beforeStoring, dropStored } from './journal/keep-shown.server';
import { runs, type Run } from './runs.server';
import { appendChunks, markStreaming } from './generation-data.server';

/** Text is stored at least twice a second; one statement serves all answers of the process. */
const INTERVAL_MS = 400;
const RETRY_MS = 1_000;
const MAX_RETRY_MS = 5_000;
/** The text that this process keeps while the database takes none (UTF-16 units), over all its answers. */
const MAX_UNSTORED = 64_000_000;

const store = singleton('generation-store', () => ({
  changed: new Set<Run>(),
  timer: null as NodeJS.Timeout | null,
  writing: false,
  /** In a row. */
  failures: 0,
}));

/** Notes that a run has new text; it is written within INTERVAL_MS. */
export function storeSoon(run: Run): void {
  store.changed.add(run);
  schedule(INTERVAL_MS);
}

/** The end of a run stores the rest of its text itself. */
export function dropUnstoredText(run: Run): void {
  store.changed.delete(run);
}

function schedule(delay: number): void {
  if (store.timer || store.writing) return;
  // It serves all runs, not the request that sets it going.
  store.timer = withoutLogContext(() =>
    setTimeout(() => {
      store.timer = null;
      void write();
    }, delay),
  );
}

async function write(): Promise<void> {
  const batch = [...store.changed].map((run) => ({
    run,
    from: run.storedLength,
    to: run.text.length,
  }));
  store.changed.clear();
  if (batch.length === 0) return;
  store.writing = true;
  beforeStoring();
  let next = INTERVAL_MS;
  KILLABLE: killPoint('answer: before a chunk is stored');
  try {
    const receipts = await appendChunks(
      sql,
      thisProcessId,
      batch.map(({ run, from, to }) => ({
        id: run.claim.id,
        attempt: run.claim.attempt,
        offset: from,
        text: run.text.slice(from, to),
      })),
    );
    KILLABLE: killPoint('answer: a chunk is stored');
    const received = new Map(receipts.map((receipt) => [receipt.id, receipt]));
    const fresh: string[] = [];
    for (const { run, to } of batch) {
      const receipt = received.get(run.claim.id);
      if (!receipt) {
        // Over meanwhile, or given up for dead and taken by another process: then this one must not go on.
        if (runs.held.get(run.claim.id) === run) cut(run, 'lost');
        continue;
      }
      run.storedLength = to;
      if (!run.storedAsStreaming) fresh.push(run.claim.id);
      run.storedAsStreaming = true;
      if (receipt.stopRequested) cut(run, 'stop');
    }
    dropStored();
    if (store.failures > 0) log.info('answer text is stored again');
    store.failures = 0;
    if (fresh.length > 0) await markStreaming(sql, thisProcessId, fresh);
    KILLABLE: killPoint('answer: noted as streaming');
  } catch (err) {
    // The text is still in memory; the same chunks are written again, which is harmless.
    if (store.failures === 0) {
      const outage = noteOutage(err);
      log.warn({ err, outage, answers: batch.length }, 'storing answer text failed, trying again');
    }
    for (const { run } of batch) if (runs.held.get(run.claim.id) === run) store.changed.add(run);
    next = Math.min(RETRY_MS * 2 ** store.failures, MAX_RETRY_MS);
    store.failures += 1;
    boundUnstored();
  } finally {
    store.writing = false;
  }
  if (store.changed.size > 0) schedule(next);
}

/**
 * New answers need the database to begin, so only those that have begun can grow. Past the bound they end where they are,
 * as interrupted; what was shown of them is kept.
 */
export function boundUnstored(most = MAX_UNSTORED): void {
  const running = [...runs.held.values()];
  const unstored = running.reduce((sum, run) => sum + run.text.length - run.storedLength, 0);
  const growing = running.filter((run) => !run.cutBy);
  if (unstored <= most || growing.length === 0) return;
  log.error({ unstored }, 'too much answer text waits for the database: answers are interrupted');
  for (const run of growing) cut(run, 'death');
}
