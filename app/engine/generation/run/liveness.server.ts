import { onProcessMessage } from '~/engine/events/index.server';
import { reapEach, thisProcessId } from '~/engine/leases/index.server';
import { afterCommit, sql, transaction, type Sql } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';

import { chargeForLast, endWithin } from './end-run.server';
import { watchedElsewhere } from '../follow/send-text.server';
import {
  beat,
  findGeneration,
  findGenerations,
  findOrphans,
  removeDeadProcesses,
  removeProcess,
  type GenerationRow,
} from '../generation-data.server';
import { readChunks, readRunningThought } from '../store/running-data.server';
import { checkJournal, closeJournal, dropStored } from '../store/journal/keep-shown.server';
import { readJournal } from '../store/journal/journal-files.server';
import { shownChunksOf, recoverShown } from '../store/journal/recover-shown.server';
import { tailAfter, type ShownChunk } from '../store/journal/shown-chunks.server';
import { kindOf } from '../kinds.server';
import { abandoned, runs } from './runs.server';
import { transition } from '../state';
import { stopRun } from './stop-generation.server';

const FORGET_SECONDS = 3_600;

/** Beats for this process from now on, and ends what dead processes left running. */
export async function startLiveness(options: { soleProcess: boolean }): Promise<void> {
  onProcessMessage('stop', stopRun);
  onProcessMessage('watched', watchedElsewhere);
  await runs.start(upkeep, options);
}

/**
 * Called before a run is queued, which a process must not do before it beats: matters where only Remix's own server runs.
 * Beats in the run's transaction, which must not wait for a second connection while it holds one.
 */
export async function ensureAlive(tx: Sql): Promise<void> {
  if (runs.isStarted) return;
  startLiveness({ soleProcess: false }).catch((err: unknown) =>
    log.warn({ err }, 'the heartbeat could not be started, trying again with the next answer'),
  );
  await beat(tx, thisProcessId);
}

async function upkeep(staleSeconds: number): Promise<void> {
  await reapAbandoned();
  await reap(staleSeconds);
  checkJournal();
  await recoverShown(staleSeconds);
  await removeDeadProcesses(sql, FORGET_SECONDS);
}

/**
 * Ends the running answers of processes that haven't beaten for `staleSeconds` as interrupted, with the text they had, and
 * returns their number.
 */
export async function reap(staleSeconds: number): Promise<number> {
  const orphans = await findOrphans(sql, thisProcessId, staleSeconds);
  const journals = new Map<string, ShownChunk[]>();
  return reapEach('answers', orphans, async (orphan) => {
    const shown = journals.get(orphan.processId) ?? (await shownBy(orphan.processId));
    journals.set(orphan.processId, shown);
    return reapOne(orphan, shownChunksOf(shown, orphan));
  });
}

/** The journal of a process. One that can't be read counts as empty, and is tried again later by `recoverShown`. */
async function shownBy(processId: string): Promise<ShownChunk[]> {
  try {
    return await readJournal(processId);
  } catch (err) {
    log.warn({ err, processId }, 'the journal of a process that died cannot be read');
    return [];
  }
}

/** Ends the runs of this process whose ends the database refused until they were abandoned. */
export async function reapAbandoned(): Promise<void> {
  if (abandoned.size === 0) return;
  const shown = await shownBy(thisProcessId);
  await reapEach('answers', [...abandoned], async (claim) => {
    const [row] = await findGenerations([claim.id]);
    const isHeld = row?.attempt === claim.attempt && row.processId === thisProcessId;
    const isReaped = isHeld && (await reapOne(row, shownChunksOf(shown, row)));
    abandoned.delete(claim);
    return isReaped;
  });
  dropStored();
}

async function reapOne(orphan: GenerationRow, shown: readonly ShownChunk[]): Promise<boolean> {
  return transaction(async (tx) => {
    afterCommit(tx, () => {
      KILLABLE: killPoint('takeover: answer ended, not told');
    });
    await kindOf(orphan.kind).lock(tx, orphan);
    const row = await findGeneration(tx, orphan.userId, orphan.id, 'FOR UPDATE');
    const next = row && transition(row.state, 'reap');
    if (!row || row.processId !== orphan.processId || typeof next !== 'object') return false;
    const [stored, thought] = await Promise.all([
      readChunks(tx, row.id),
      readRunningThought(tx, row.id),
    ]);
    const ended = {
      claim: { id: row.id, attempt: row.attempt, processId: row.processId },
      userId: row.userId,
      conversationId: row.conversationId,
      kind: row.kind,
      model: row.model,
      promptTokens: row.promptTokens,
      state: next!.to,
      reason: null,
      startOffset: row.startOffset,
      text: stored + tailAfter(shown, row.startOffset + stored.length),
      round: {
        number: row.rounds,
        offset: row.roundOffset,
        thought: row.roundThought,
        tokens: row.roundTokens,
      },
      usage: null,
      thought,
    };
    await endWithin(tx, ended, await chargeForLast(ended));
    KILLABLE: killPoint('takeover: answer ended, not committed');
    return true;
  });
}

/** Before the process exits: lets running answers finish for `graceMs`, then interrupts and stores the rest. */
export async function drainRuns(graceMs: number): Promise<void> {
  await runs.drain(graceMs);
  await closeJournal();
  await removeProcess(thisProcessId);
}
