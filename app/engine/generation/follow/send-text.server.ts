import { z } from 'zod';

import {
  isWatchedHere,
  publishDelta,
  publishToProcesses,
  type WatchedGeneration,
} from '~/engine/events/index.server';
import { EventStream, MAX_BACKLOG, type EventSink } from '~/http/event-stream.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';
import { singleton } from '~/lib/singleton.server';

import { findGeneration } from '../generation-data.server';
import { readChunks } from '../store/running-data.server';
import { kindOf } from '../kinds.server';
import { type Reader, type Run, runs } from '../run/runs.server';
import { type GenerationState, isRunning } from '../state';
import { endEvent, KEEP_ALIVE, startEvent, textEvent } from './text-events';

// How a person's tabs get the text of a generation: as a stream over HTTP, or over the socket, from whichever process.

const offset = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** The `offset` at which a reader continues, in UTF-16 units; 0 by default. @throws AppError `invalid` */
export function parseOffset(search: URLSearchParams): number {
  const parsed = offset.safeParse(search.get('offset') ?? '0');
  if (!parsed.success) throw new AppError('invalid', 'This place in the text does not exist.');
  return parsed.data;
}

/** @throws AppError `not-found` when it is not there or not this user's. */
export async function requireGeneration(userId: UserScope, id: string): Promise<void> {
  if (runs.held.get(id)?.userId === userId) return;
  if (!isId(id) || !(await findGeneration(sql, userId, id))) {
    throw new AppError('not-found', 'This text is no longer there.');
  }
}

/** The state of a generation, and its text. */
export interface Progress {
  state: GenerationState;
  reason: string | null;
  text: string;
}

/** From the database: for answers that have ended, or that another process writes. Null when it is not this user's. */
export async function readProgress(userId: UserScope, id: string): Promise<Progress | null> {
  const row = await findGeneration(sql, userId, id);
  if (!row) return null;
  const prior = await kindOf(row.kind).priorText(sql, userId, id);
  if (prior === null) return null;
  const added = isRunning(row.state) ? await readChunks(sql, id) : '';
  return { state: row.state, reason: row.errorReason, text: prior + added };
}

/**
 * Gives a reader the text from `offset` on if this process writes it: what is there at once, then each chunk, then the
 * end. Returns a function that removes the reader, or null when another process writes it.
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

const KEEP_ALIVE_MS = 15_000;
/** How often the database is read for a text that another process writes. */
const POLL_MS = 300;

interface FollowRequest {
  userId: UserScope;
  id: string;
  offset: number;
}

/**
 * Streams a text from `offset` on: as it is written if this process writes it, else as it is stored. The first event is
 * `start`, if there is one. Closing the stream doesn't affect the text.
 */
export function textStream<Start extends object = never>(
  request: FollowRequest & { start?: Start },
): EventStream<Start> {
  return new EventStream((sink) => streamText(sink, request));
}

function streamText(sink: EventSink, request: FollowRequest & { start?: object }): void {
  const { userId, id, offset, start } = request;
  const keepAlive = setInterval(() => sink.write(KEEP_ALIVE), KEEP_ALIVE_MS);
  let leave: (() => void) | null = null;
  let isClosed = false;
  sink.onClose(() => {
    isClosed = true;
    clearInterval(keepAlive);
    leave?.();
  });

  if (start) sink.write(startEvent(start));
  leave = readAlong(userId, id, offset, {
    text(chunk) {
      sink.write(textEvent(chunk));
      if (sink.backlog() > MAX_BACKLOG) sink.end();
    },
    end(end) {
      sink.write(endEvent(end));
      sink.end();
    },
  });
  if (leave) return;
  streamStored(sink, request, () => isClosed).catch((err: unknown) => {
    // The browser sees the stream close without an end event, and asks again.
    log.warn({ err, id }, 'following a stored text failed');
    sink.end();
  });
}

async function streamStored(
  sink: EventSink,
  { userId, id, offset }: FollowRequest,
  isClosed: () => boolean,
): Promise<void> {
  let sent = offset;
  while (!isClosed()) {
    const progress = await readProgress(userId, id);
    if (isClosed()) return;
    if (!progress) return sink.end();
    if (progress.text.length > sent) sink.write(textEvent(progress.text.slice(sent)));
    sent = Math.max(sent, progress.text.length);
    if (!isRunning(progress.state)) {
      sink.write(endEvent(progress));
      return sink.end();
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** What a socket that starts watching gets at once; deltas follow in its room. */
export async function watchGeneration(
  userId: UserScope,
  id: string,
  offset: number,
): Promise<WatchedGeneration | null> {
  const run = runs.held.get(id);
  if (run && run.userId === userId) {
    // The watcher has now read up to the present length.
    run.watchedLength ??= run.text.length;
    broadcastSoon();
    return { state: run.state, reason: null, offset, text: run.text.slice(offset) };
  }
  const progress = await readProgress(userId, id);
  if (!progress) return null;
  const { state, reason, text } = progress;
  if (isRunning(state)) publishToProcesses('watched', id);
  return { state, reason, offset, text: text.slice(offset) };
}

/** Watchers get the text of each interval as one delta (docs/product.md, Changes). */
const INTERVAL_MS = 100;
/** A delta must stay far below NOTIFY's 8,000 bytes, even when each character takes four and is escaped. */
const MAX_DELTA = 1_500;
/** While they watch, browsers ask again well within this time. */
const ELSEWHERE_MS = 40_000;

const broadcast = singleton('generation-broadcast', () => ({
  timer: null as NodeJS.Timeout | null,
}));

/** Notes that a socket of another process watches a run of this one. */
export function watchedElsewhere(id: string): void {
  const run = runs.held.get(id);
  if (!run) return;
  run.watchedElsewhereUntil = performance.now() + ELSEWHERE_MS;
  // That process reads the database, which lacks the text since the last write.
  run.watchedLength = Math.min(run.watchedLength ?? run.storedLength, run.storedLength);
  broadcastSoon();
}

export function broadcastSoon(): void {
  broadcast.timer ??= setTimeout(() => {
    broadcast.timer = null;
    const now = performance.now();
    for (const run of runs.held.values()) sendDeltas(run, now);
  }, INTERVAL_MS);
}

/** Sends watchers the text that they lack. They notice a gap by its offset, and ask again. */
export function sendDeltas(run: Run, now: number): void {
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
