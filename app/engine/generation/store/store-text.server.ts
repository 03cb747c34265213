import { cut, thisProcessId } from '~/engine/leases/index.server';
import { sql } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';
import { withoutLogContext } from '~/lib/log-context.server';
import { log } from '~/lib/log.server';
import { noteOutage } from '~/lib/outage.server';
import { singleton } from '~/lib/singleton.server';

import { beforeStoring, dropStored } from './journal/keep-shown.server';
import { runs, type Run } from '../run/runs.server';
import type { ThoughtPart } from '../run/thinking.server';
import {
  appendChunks,
  appendThoughts,
  type ChunkReceipt,
  markStreaming,
} from './running-data.server';

/** Text is stored at least twice a second, with one statement for all answers of the process; so is what models think. */
const INTERVAL_MS = 400;
const RETRY_MS = 1_000;
const MAX_RETRY_MS = 5_000;
/** The text of all answers that this process keeps while the database is away (UTF-16 units). */
const MAX_UNSTORED = 64_000_000;

const store = singleton('generation-store', () => ({
  changed: new Set<Run>(),
  timer: null as NodeJS.Timeout | null,
  isWriting: false,
  consecutiveFailures: 0,
}));

/** Notes that a run has new text or thoughts, which are stored within INTERVAL_MS. */
export function storeSoon(run: Run): void {
  store.changed.add(run);
  schedule(INTERVAL_MS);
}

/** For a run that ends: its end stores the rest of its text. */
export function dropUnstoredText(run: Run): void {
  store.changed.delete(run);
}

function schedule(delay: number): void {
  if (store.timer || store.isWriting) return;
  // The timer serves all runs, not the request that happens to start it.
  store.timer = withoutLogContext(() =>
    setTimeout(() => {
      store.timer = null;
      void write();
    }, delay),
  );
}

async function write(): Promise<void> {
  const changed = [...store.changed];
  store.changed.clear();
  const thoughts = changed.flatMap((run) => {
    const part = run.thinking.unstored;
    return part ? [{ run, part }] : [];
  });
  const batch = changed
    .map((run) => ({ run, from: run.storedLength, to: run.text.length }))
    .filter(({ from, to }) => from < to);
  if (batch.length + thoughts.length === 0) return;
  store.isWriting = true;
  beforeStoring();
  let next = INTERVAL_MS;
  KILLABLE: killPoint('answer: before a chunk is stored');
  try {
    if (thoughts.length > 0) await storeThoughts(thoughts);
    const fresh = batch.length > 0 ? await storeChunks(batch) : [];
    dropStored();
    if (store.consecutiveFailures > 0) log.info('answer text is stored again');
    store.consecutiveFailures = 0;
    if (fresh.length > 0) {
      await markStreaming(sql, thisProcessId, fresh);
      KILLABLE: killPoint('answer: noted as streaming');
    }
  } catch (err) {
    // The text is still in memory. Writing a chunk again that did arrive is harmless.
    if (store.consecutiveFailures === 0) {
      const outage = noteOutage(err);
      log.warn(
        { err, outage, answers: changed.length },
        'storing answer text failed, trying again',
      );
    }
    for (const run of changed) if (runs.held.get(run.claim.id) === run) store.changed.add(run);
    next = Math.min(RETRY_MS * 2 ** store.consecutiveFailures, MAX_RETRY_MS);
    store.consecutiveFailures += 1;
    boundUnstored();
  } finally {
    store.isWriting = false;
  }
  if (store.changed.size > 0) schedule(next);
}

interface Chunk {
  run: Run;
  from: number;
  to: number;
}

/** Returns the answers whose first text this is. */
async function storeChunks(batch: readonly Chunk[]): Promise<string[]> {
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
    if (receipt) {
      run.storedLength = to;
      if (!run.storedAsStreaming) fresh.push(run.claim.id);
      run.storedAsStreaming = true;
    }
    heed(run, receipt);
  }
  return fresh;
}

/** Thoughts aren't shown while a model thinks, so the journal needn't have them: a process that dies loses the last half second of them. */
async function storeThoughts(thoughts: readonly { run: Run; part: ThoughtPart }[]): Promise<void> {
  const receipts = await appendThoughts(
    sql,
    thisProcessId,
    thoughts.map(({ run, part }) => ({ ...part, id: run.claim.id, attempt: run.claim.attempt })),
  );
  KILLABLE: killPoint('answer: a thought is stored');
  const received = new Map(receipts.map((receipt) => [receipt.id, receipt]));
  for (const { run, part } of thoughts) {
    const receipt = received.get(run.claim.id);
    if (receipt) run.thinking.noteStored(part);
    heed(run, receipt);
  }
}

/** Without a receipt, the run has just ended, or another process took this one for dead: then it must not continue. */
function heed(run: Run, receipt: ChunkReceipt | undefined): void {
  if (receipt?.stopRequested) cut(run, 'stop');
  else if (!receipt && runs.held.get(run.claim.id) === run) cut(run, 'lost');
}

/**
 * Interrupts all answers, keeping what was shown of them, once their unstored text exceeds `max`. New answers can't begin
 * without the database, so only the running ones grow.
 */
export function boundUnstored(max = MAX_UNSTORED): void {
  const running = [...runs.held.values()];
  const unstored = running.reduce((sum, run) => sum + run.text.length - run.storedLength, 0);
  const growing = running.filter((run) => !run.cutBy);
  if (unstored <= max || growing.length === 0) return;
  log.error({ unstored }, 'too much answer text waits for the database: answers are interrupted');
  for (const run of growing) cut(run, 'death');
}
