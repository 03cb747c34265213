import { thisProcessId } from '~/engine/leases/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import { singleton } from '~/lib/singleton.server';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '~/lib/time';

import { kindOf } from '../../kinds.server';
import type { Run } from '../../run/runs.server';
import { isRunning } from '../../state';
import {
  findGeneration,
  findGenerations,
  findProcesses,
  type GenerationRow,
} from '../../generation-data.server';
import { findJournals, lastWritten, readJournal, removeJournal } from './journal-files.server';
import { agree, tailAfter, type ShownChunk } from './shown-chunks.server';

const AGAIN_AFTER_FAILURE_MS = MINUTE_MS;
/** A journal of unknown texts (of another installation, or deleted since) is of no use and removed after this time. */
const UNKNOWN_MS = DAY_MS;
const UNKNOWN_AGAIN_MS = HOUR_MS;
const UNREADABLE_AGAIN_MS = 600_000;

/** When to look again at what couldn't be recovered, on the clock of `performance.now`. */
const retryAt = singleton('generation-journals-later', () => new Map<string, number>());

/** The chunks of one run. */
export function shownChunksOf(
  shown: readonly ShownChunk[],
  { id, attempt }: { id: string; attempt: number },
): ShownChunk[] {
  return shown.filter((chunk) => chunk.id === id && chunk.attempt === attempt);
}

/**
 * Completes texts that other processes ended with less than their dead process had shown, from the journals on this
 * machine, and removes the journals. The reaper, which must run first, does the same for texts that are still running.
 * Returns the number of completed texts.
 */
export async function recoverShown(staleSeconds: number): Promise<number> {
  const left = (await journalsHere()).filter((id) => id !== thisProcessId && isDue(id));
  if (left.length === 0) return 0;
  const known = await findProcesses(sql, left, staleSeconds);
  let added = 0;
  for (const processId of left) {
    const process = known.get(processId);
    if (process?.alive) continue;
    try {
      added += await recoverFrom(processId, { known: process !== undefined });
    } catch (err) {
      log.error(
        { err, processId },
        'reading what a dead process had shown failed, trying again later',
      );
      retryAt.set(processId, performance.now() + AGAIN_AFTER_FAILURE_MS);
    }
  }
  if (added > 0) log.info({ texts: added }, 'added to texts what a process that died had shown');
  return added;
}

async function journalsHere(): Promise<string[]> {
  const { DATA_DIR } = env();
  if (!isDue(DATA_DIR)) return [];
  try {
    return await findJournals();
  } catch (err) {
    // The app must start nevertheless.
    log.warn(
      { err },
      'journals of dead processes in DATA_DIR cannot be looked for, trying again later',
    );
    retryAt.set(DATA_DIR, performance.now() + UNREADABLE_AGAIN_MS);
    return [];
  }
}

function isDue(what: string): boolean {
  return performance.now() >= (retryAt.get(what) ?? 0);
}

async function recoverFrom(processId: string, { known }: { known: boolean }): Promise<number> {
  const shown = await readJournal(processId);
  const ids = [...new Set(shown.map(({ id }) => id))];
  const rows = ids.length > 0 ? await findGenerations(ids) : [];
  let added = 0;
  for (const row of rows) {
    if (row.processId !== processId) continue;
    if (isRunning(row.state)) return added;
    if (await supplement(row, shownChunksOf(shown, row))) added += 1;
  }
  if (!known && rows.length < ids.length && !(await isOld(processId))) {
    retryAt.set(processId, performance.now() + UNKNOWN_AGAIN_MS);
    return added;
  }
  KILLABLE: killPoint('takeover: journal read, not removed');
  await removeJournal(processId);
  retryAt.delete(processId);
  return added;
}

async function isOld(processId: string): Promise<boolean> {
  const written = await lastWritten(processId);
  return written === null || Date.now() - written.getTime() > UNKNOWN_MS;
}

/** Adds what this process has shown of a run that another process, taking this one for dead, has ended. */
export async function supplementTaken({ claim, startOffset, text }: Run): Promise<void> {
  const [row] = await findGenerations([claim.id]);
  if (row?.processId !== claim.processId || row.attempt !== claim.attempt) return;
  const { id, attempt } = claim;
  await supplement(row, [{ id, attempt, offset: startOffset, text: text.slice(startOffset) }]);
}

/**
 * Appends the missing tail to a text whose run was ended without it, free of charge. A text that differs from what was
 * shown, or that something was built on, stays as it is.
 */
async function supplement(row: GenerationRow, chunks: readonly ShownChunk[]): Promise<boolean> {
  if (row.state !== 'interrupted' || chunks.length === 0) return false;
  const { id, userId, conversationId } = row;
  return transaction(async (tx) => {
    const kind = kindOf(row.kind);
    await kind.lock(tx, row);
    const now = await findGeneration(tx, userId, id, 'FOR UPDATE');
    if (now?.state !== 'interrupted' || now.attempt !== row.attempt) return false;
    const prior = await kind.priorText(tx, userId, id);
    if (prior === null || !agree(chunks, prior)) return false;
    const text = tailAfter(chunks, prior.length);
    if (text === '') return false;
    const { state, errorReason: reason } = now;
    const run = { id, userId, conversationId, state, reason, text, prior };
    return kind.supplement(tx, run);
  });
}
