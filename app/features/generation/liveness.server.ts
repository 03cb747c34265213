import { sql, transaction } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';
import { singleton } from '~/lib/singleton.server';
import { onTold } from '~/realtime/index.server';

import { watchedElsewhere } from './broadcast.server';
import { chargeFor, endWithin, NotHeld } from './end-run.server';
import { kindOf } from './kinds.server';
import { runs } from './runs.server';
import { transition } from './state';
import { stopAsTold } from './stop-answer.server';
import { cut } from './store-text.server';
import {
  beat,
  findGeneration,
  findOrphans,
  findStopRequests,
  readChunks,
  removeDeadProcesses,
  removeProcess,
  type GenerationRow,
} from './tables.server';

const BEAT_MS = 5_000;
/** Three beats missed. */
export const STALE_SECONDS = 15;
const FORGET_SECONDS = 3_600;

interface Liveness {
  stop(): void;
}

const life = singleton('generation-liveness', () => ({
  started: null as Promise<Liveness> | null,
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

/** A run must not be queued before its process is known as alive; matters where only Remix's own server runs. */
export async function ensureAlive(): Promise<void> {
  await startLiveness({ soleProcess: false });
}

async function begin(staleSeconds: number): Promise<Liveness> {
  onTold('stop', stopAsTold);
  onTold('watched', watchedElsewhere);
  await beat(sql, runs.processId);
  await reap(staleSeconds);

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
    },
  };
}

async function tick(): Promise<void> {
  await beat(sql, runs.processId);
  if (runs.byId.size > 0) {
    for (const id of await findStopRequests(sql, runs.processId)) stopAsTold(id);
  }
  await reap(STALE_SECONDS);
  await removeDeadProcesses(sql, FORGET_SECONDS);
}

/** Ends the running answers of processes without a beat for `staleSeconds`: interrupted, with the text they had. */
export async function reap(staleSeconds: number): Promise<number> {
  const orphans = await findOrphans(sql, runs.processId, staleSeconds);
  let reaped = 0;
  for (const orphan of orphans) {
    try {
      if (await reapOne(orphan)) reaped += 1;
    } catch (err) {
      // One that cannot be ended must not keep the others running for ever.
      log.error({ err, id: orphan.id }, 'ending an abandoned answer failed');
    }
  }
  if (reaped > 0) log.info({ answers: reaped }, 'ended answers of a process that died');
  return reaped;
}

async function reapOne(orphan: GenerationRow): Promise<boolean> {
  try {
    const tell = await transaction(async (tx) => {
      await kindOf(orphan.kind).lock(tx, orphan);
      const row = await findGeneration(tx, orphan.userId, orphan.id, 'FOR UPDATE');
      const next = row && transition(row.state, 'reap');
      if (!row || row.processId !== orphan.processId || typeof next !== 'object') return null;
      const ended = {
        claim: { id: row.id, attempt: row.attempt, processId: row.processId },
        userId: row.userId,
        conversationId: row.conversationId,
        kind: row.kind,
        model: row.model,
        promptTokens: row.promptTokens,
        state: next!.to,
        reason: null,
        text: await readChunks(tx, row.id),
        usage: null,
      };
      return endWithin(tx, ended, await chargeFor(ended));
    });
    tell?.();
    return tell !== null;
  } catch (error) {
    if (error instanceof NotHeld) return false;
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
  await removeProcess(sql, runs.processId);
}
