import { leaseOn, type ProcessClaim, thisProcessId } from '~/engine/leases/index.server';
import { weightOf } from '~/gateways/ai/index.server';
import type { Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { killPoint } from '~/lib/kill-points.server';
import type { UserScope } from '~/lib/scope';

import { drive, type ModelInput } from './drive.server';
import { ledgerReference } from './end-run.server';
import { ensureAlive } from './liveness.server';
import { metering } from './metering.server';
import { type GenerationEnd, type Run, runs, type RunSubject } from './runs.server';
import { type GenerationState, transition } from './state';
import {
  findGeneration,
  insertGeneration,
  insertPastGeneration,
  requeue,
} from './generation-data.server';

/** A run that stands in the database and waits for its transaction to commit. */
export interface QueuedRun extends RunSubject {
  claim: ProcessClaim;
  /** What this run may write at the most, by what the user has left. */
  maxTokens: number;
  /** What earlier runs left. */
  prior: string;
}

export interface RunRequest extends RunSubject {
  id: string;
  maxTokens: number;
}

/**
 * Records the request and reserves its tokens before the provider is asked, so a crash can't lose what it costs.
 * @throws AppError `out-of-tokens`, or a unique violation when the conversation has a running answer.
 */
export async function queueRun(tx: Sql, request: RunRequest): Promise<QueuedRun> {
  await ensureAlive(tx);
  const claim = { id: request.id, attempt: 1, processId: thisProcessId };
  const [, maxTokens] = await Promise.all([
    insertGeneration(tx, { ...request, processId: claim.processId }),
    reserveFor(tx, request, claim),
  ]);
  return { ...request, claim, maxTokens, prior: '' };
}

/**
 * Takes up an answer that broke off; call it with the conversation locked.
 * @throws AppError `not-found`, `conflict` when it cannot be continued, `out-of-tokens`.
 */
export async function queueContinuation(
  tx: Sql,
  request: RunRequest & { prior: string },
): Promise<QueuedRun> {
  await ensureAlive(tx);
  const row = await findGeneration(tx, request.userId, request.id, 'FOR UPDATE');
  if (!row) throw new AppError('not-found', 'This answer is no longer there.');
  if (typeof transition(row.state, 'continue') !== 'object') {
    throw new AppError('conflict', 'This answer cannot be continued.');
  }
  const claim = { id: request.id, attempt: row.attempt + 1, processId: thisProcessId };
  await requeue(tx, {
    ...claim,
    userId: request.userId,
    model: request.model,
    startOffset: request.prior.length,
    promptTokens: request.promptTokens,
  });
  const maxTokens = await reserveFor(tx, request, claim);
  return { ...request, claim, maxTokens };
}

async function reserveFor(tx: Sql, request: RunRequest, claim: ProcessClaim): Promise<number> {
  const { maxTokens } = await metering().reserve(tx, {
    userId: request.userId,
    reference: ledgerReference(claim),
    promptTokens: request.promptTokens,
    maxTokens: request.maxTokens,
    weight: weightOf(request.model),
    now: new Date(),
  });
  KILLABLE: killPoint('answer: tokens reserved, not committed');
  return maxTokens;
}

/** Sets a queued run going. Call it right after the commit; from here on it needs no one. */
export function startRun(queued: QueuedRun, prompt: Omit<ModelInput, 'maxTokens'>): Run {
  const run: Run = {
    ...leaseOn<ProcessClaim, GenerationEnd>(queued.claim),
    userId: queued.userId,
    conversationId: queued.conversationId,
    kind: queued.kind,
    model: queued.model,
    promptTokens: queued.promptTokens,
    state: 'queued',
    text: queued.prior,
    startOffset: queued.prior.length,
    storedLength: queued.prior.length,
    storedAsStreaming: false,
    readers: new Set(),
    watchedLength: null,
    watchedElsewhereUntil: 0,
  };
  void runs.hold(run, () => drive(run, { ...prompt, maxTokens: queued.maxTokens }));
  return run;
}

export interface PastRun {
  id: string;
  userId: UserScope;
  kind: string;
  /** As it was told; null where no one knows. */
  state: string | null;
  model: string;
  createdAt: Date;
}

const ENDS: readonly GenerationState[] = ['done', 'stopped', 'failed', 'interrupted'];
const MAX_MODEL = 200;

/** A run that was made elsewhere, for a text that comes from there; one that was going on there broke off. */
export async function restoreRun(tx: Sql, { state, model, ...run }: PastRun): Promise<void> {
  await insertPastGeneration(tx, {
    ...run,
    state: state === null ? 'done' : (ENDS.find((end) => end === state) ?? 'interrupted'),
    reason: null,
    model: model.replaceAll('\0', '').slice(0, MAX_MODEL).toWellFormed(),
    processId: thisProcessId,
  });
}
