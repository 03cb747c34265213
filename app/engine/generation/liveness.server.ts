import { afterCommit, sql, transaction, type Sql } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';
import { withoutLogContext } from '~/lib/log-context.server';
import { log } from '~/lib/log.server';
import { singleton } from '~/lib/singleton.server';
import { onTold } from '~/engine/events/index.server';

import { watchedElsewhere } from './follow.server';
import { chargeFor, endWithin, LeaseLost } from './end-run.server';
import { checkJournal, closeJournal, dropStored } from './journal/keep-shown.server';
import { readJournal } from './journal/journal-files.server';
import { shownChunksOf, recoverShown } from './journal/recover-shown.server';
import { tailAfter, type ShownChunk } from './journal/shown-chunks.server';
import { kindOf } from './kinds.server';
import { runs } from './runs.server';
import { transition } from './state';
import { stopAsTold } from './stop-generation.server';
import { cut } from './store-text.server';
import {
  beat,
  findGeneration,
  findGenerations,
  findOrphans,
  findStopRequests,
  readChunks,
  removeDeadProcesses,
  removeProcess,
  type GenerationRow,
} from './generation-data.server';

const BEAT_MS = 5_000;
/** Three beats missed. */
const STALE_SECONDS = 15;
const FORGET_SECONDS = 3_600;

interface Liveness {
  stop(): void;
}

const life = singleton('generation-liveness', () => ({
  started: null as Promise<Liveness> | null,
  /** True once it has started, until it is stopped. */
  isKnown: false,
}));

/**
 * Keeps this process known as alive, and ends what dead processes left running. `soleProcess`: no other app process can
 * exist, so whatever runs elsewhere is dead, however fresh its last beat.
 */
export function startLiveness({ soleProcess }: { soleProcess: boolean }): Promise<Liveness> {
  life.started ??= begin(soleProcess ? 0 : STALE_SECONDS).catch((err: unknown) => {
    life.started = null;
    throw err;
  });
  return life.started;
}

/**
 * A run must not be queued before its process is known as alive; matters where only Remix's own server runs. In the run's
 * transaction: it must not wait for a second connection while it holds one.
 */
export async function ensureAlive(tx: Sql): Promise<void> {
  if (life.isKnown) return;
  withoutLogContext(() => startLiveness({ soleProcess: false })).catch((err: unknown) =>
    log.warn({ err }, 'the heartbeat could not be started, trying again with the next answer'),
  );
  await beat(tx, runs.processId);
}

async function begin(staleSeconds: number): Promise<Liveness> {
  onTold('stop', stopAsTold);
  onTold('watched', watchedElsewhere);
  await beat(sql, runs.processId);
  await reap(staleSeconds);
  await recoverShown(staleSeconds);
  life.isKnown = true;

  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    tick()
      .catch((err: unknown) => log.warn({ err }, 'heartbeat failed, trying again'))
      .finally(() => {
        busy = false;
      });
  }, BEAT_MS).unref();
  return {
    stop() {
      clearInterval(timer);
      life.started = null;
      life.isKnown = false;
    },
  };
}

async function tick(): Promise<void> {
  await beat(sql, runs.processId);
  if (runs.byId.size > 0) {
    for (const id of await findStopRequests(sql, runs.processId)) stopAsTold(id);
  }
  await reapAbandoned();
  await reap(STALE_SECONDS);
  checkJournal();
  await recoverShown(STALE_SECONDS);
  await removeDeadProcesses(sql, FORGET_SECONDS);
}

/** Ends the running answers of processes without a beat for `staleSeconds`: interrupted, with the text they had. */
export async function reap(staleSeconds: number): Promise<number> {
  const orphans = await findOrphans(sql, runs.processId, staleSeconds);
  let reaped = 0;
  const journals = new Map<string, ShownChunk[]>();
  for (const orphan of orphans) {
    try {
      const shown = journals.get(orphan.processId) ?? (await shownBy(orphan.processId));
      journals.set(orphan.processId, shown);
      if (await reapOne(orphan, shownChunksOf(shown, orphan))) reaped += 1;
    } catch (err) {
      // One that cannot be ended must not keep the others running for ever.
      log.error({ err, id: orphan.id }, 'ending an abandoned answer failed');
    }
  }
  if (reaped > 0) log.info({ answers: reaped }, 'ended answers of a process that died');
  return reaped;
}

/** What its journal adds to what is stored; a journal that cannot be read adds nothing, and is looked at again later. */
async function shownBy(processId: string): Promise<ShownChunk[]> {
  try {
    return await readJournal(processId);
  } catch (err) {
    log.warn({ err, processId }, 'the journal of a process that died cannot be read');
    return [];
  }
}

/** Ends runs of this process whose end the database would not take for so long that they were given up. */
export async function reapAbandoned(): Promise<void> {
  if (runs.abandoned.size === 0) return;
  const shown = await shownBy(runs.processId);
  for (const claim of runs.abandoned) {
    try {
      const [row] = await findGenerations(sql, [claim.id]);
      const held = row?.attempt === claim.attempt && row.processId === claim.processId;
      if (held) await reapOne(row, shownChunksOf(shown, row));
      runs.abandoned.delete(claim);
    } catch (err) {
      log.error({ err, id: claim.id }, 'ending an answer that was given up failed, trying again');
    }
  }
  dropStored();
}

async function reapOne(orphan: GenerationRow, shown: readonly ShownChunk[]): Promise<boolean> {
  try {
    return await transaction(async (tx) => {
      afterCommit(tx, () => {
        killPoint('takeover: answer ended, not told');
      });
      await kindOf(orphan.kind).lock(tx, orphan);
      const row = await findGeneration(tx, orphan.userId, orphan.id, 'FOR UPDATE');
      const next = row && transition(row.state, 'reap');
      if (!row || row.processId !== orphan.processId || typeof next !== 'object') return false;
      const stored = await readChunks(tx, row.id);
      const ended = {
        claim: { id: row.id, attempt: row.attempt, processId: row.processId },
        userId: row.userId,
        conversationId: row.conversationId,
        kind: row.kind,
        model: row.model,
        promptTokens: row.promptTokens,
        state: next!.to,
        reason: null,
        text: stored + tailAfter(shown, row.startOffset + stored.length),
        usage: null,
      };
      await endWithin(tx, ended, await chargeFor(ended));
      killPoint('takeover: answer ended, not committed');
      return true;
    });
  } catch (error) {
    if (error instanceof LeaseLost) return false;
    throw error;
  }
}

/**
 * Before the process goes: lets running answers finish for `graceMs`, then interrupts and stores them, then signs off.
 */
export async function drainRuns(graceMs: number): Promise<void> {
  const ends = () => Promise.allSettled([...runs.byId.values()].map((run) => run.ended));
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    ends(),
    new Promise((resolve) => {
      timer = setTimeout(resolve, graceMs);
    }),
  ]);
  clearTimeout(timer);
  for (const run of runs.byId.values()) cut(run, 'death');
  await ends();
  await closeJournal();
  await removeProcess(sql, runs.processId);
}
