import { z } from 'zod';

import {
  isWatchedHere,
  publishDelta,
  publishToProcesses,
  type WatchedGeneration,
} from '~/engine/events/index.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';
import { singleton } from '~/lib/singleton.server';

import { kindOf } from './kinds.server';
import { type Reader, type Run, runs } from './runs.server';
import { type GenerationState, isRunning } from './state';
import { findGeneration, readChunks } from './generation-data.server';

const offset = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Where a reader wants to go on, in UTF-16 units; from the beginning when it does not say. @throws AppError `invalid` */
export function parseOffset(search: URLSearchParams): number {
  const parsed = offset.safeParse(search.get('offset') ?? '0');
  if (!parsed.success) throw new AppError('invalid', 'This place in the text does not exist.');
  return parsed.data;
}

/** How an answer stands, and its text. */
export interface Progress {
  state: GenerationState;
  reason: string | null;
  text: string;
}

/** As stored: for answers that are over, or that another process writes. Null when it is not this user's. */
export async function readProgress(userId: UserScope, id: string): Promise<Progress | null> {
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
  userId: UserScope,
  id: string,
  offset: number,
  reader: Reader,
): (() => void) | null {
  const run = runs.held.get(id);
  if (!run || run.userId !== userId) return null;
  if (run.text.length > offset) reader.text(run.text.slice(offset));
  run.readers.add(reader);
  return () => run.readers.delete(reader);
}

/** What a socket that begins to watch gets at once; deltas follow in its room. */
export async function watchGeneration(
  userId: UserScope,
  id: string,
  offset: number,
): Promise<WatchedGeneration | null> {
  const run = runs.held.get(id);
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
export async function generationExists(userId: UserScope, id: string): Promise<boolean> {
  if (runs.held.get(id)?.userId === userId) return true;
  return (await findGeneration(sql, userId, id)) !== null;
}

/** Watchers get the text of this long as one message (docs/product.md, Changes). */
const INTERVAL_MS = 100;
/** A delta must stay far below NOTIFY's 8,000 bytes, even when each character takes four and is escaped. */
const MAX_DELTA = 1_500;
/** Browsers ask again well within this while they watch. */
const ELSEWHERE_MS = 40_000;

const broadcast = singleton('generation-broadcast', () => ({
  timer: null as NodeJS.Timeout | null,
}));

/** Someone connected to another process watches this run of ours. */
export function watchedElsewhere(id: string): void {
  const run = runs.held.get(id);
  if (!run) return;
  run.watchedElsewhereUntil = performance.now() + ELSEWHERE_MS;
  // They read the database, which lacks what came since it was last written to.
  run.watchedLength = Math.min(run.watchedLength ?? run.storedLength, run.storedLength);
  broadcastSoon();
}

/** Someone connected to this process begins to watch; they have read up to the present length. */
function watchedHere(run: Run): void {
  run.watchedLength ??= run.text.length;
  broadcastSoon();
}

export function broadcastSoon(): void {
  broadcast.timer ??= setTimeout(() => {
    broadcast.timer = null;
    send();
  }, INTERVAL_MS);
}

function send(): void {
  const now = performance.now();
  for (const run of runs.held.values()) sendRun(run, now);
}

/** Sends what watchers lack. A gap they notice by its offset, and ask. */
export function sendRun(run: Run, now: number): void {
  if (run.watchedLength === null) return;
  const elsewhere = run.watchedElsewhereUntil > now;
  if (!elsewhere && !isWatchedHere(run.userId, run.claim.id)) {
    run.watchedLength = null;
    return;
  }
  while (run.watchedLength < run.text.length) {
    const text = run.text.slice(run.watchedLength, run.watchedLength + MAX_DELTA);
    publishDelta(
      run.userId,
      { id: run.claim.id, offset: run.watchedLength, text },
      elsewhere ? 'everywhere' : 'here',
    );
    run.watchedLength += text.length;
  }
}
