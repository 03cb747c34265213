import { sql } from '~/lib/db/index.server';
import { publishToProcesses, type WatchedAnswer } from '~/engine/events/index.server';

import { watchedHere } from './broadcast.server';
import { kindOf } from './kinds.server';
import { runs, type Reader } from './runs.server';
import { isRunning, type GenerationState } from './state';
import { findGeneration, readChunks } from './tables.server';

/** How an answer stands, and its text. */
export interface Progress {
  state: GenerationState;
  reason: string | null;
  text: string;
}

/** As stored: for answers that are over, or that another process writes. Null when it is not this user's. */
export async function readProgress(userId: string, id: string): Promise<Progress | null> {
  const row = await findGeneration(sql, userId, id);
  if (!row) return null;
  const prior = await kindOf(row.kind).priorText(sql, userId, id);
  if (prior === null) return null;
  const running = isRunning(row.state);
  const added = running ? await readChunks(sql, id) : '';
  return { state: row.state, reason: row.errorReason, text: prior + added };
}

/**
 * Reads along from `offset` on, if this process writes the answer: what is there at once, then piece by piece, then the
 * end. Returns how to leave, or null when the answer is not written here.
 */
export function readAlong(
  userId: string,
  id: string,
  offset: number,
  reader: Reader,
): (() => void) | null {
  const run = runs.byId.get(id);
  if (!run || run.userId !== userId) return null;
  if (run.text.length > offset) reader.text(run.text.slice(offset));
  run.readers.add(reader);
  return () => run.readers.delete(reader);
}

/** What a socket that begins to watch gets at once; deltas follow in its room. */
export async function watchAnswer(
  userId: string,
  id: string,
  offset: number,
): Promise<WatchedAnswer | null> {
  const run = runs.byId.get(id);
  if (run && run.userId === userId) {
    watchedHere(run);
    return { state: run.state, reason: null, offset, text: run.text.slice(offset) };
  }
  const progress = await readProgress(userId, id);
  if (!progress) return null;
  if (isRunning(progress.state)) publishToProcesses('watched', id);
  return {
    state: progress.state,
    reason: progress.reason,
    offset,
    text: progress.text.slice(offset),
  };
}

/** True when there is such a text and it is this user's. */
export async function generationExists(userId: string, id: string): Promise<boolean> {
  if (runs.byId.get(id)?.userId === userId) return true;
  return (await findGeneration(sql, userId, id)) !== null;
}
