import { leaseOn, type ProcessClaim, thisProcessId } from '~/engine/leases/index.server';
import { isDemo } from '~/gateways/ai/index.server';
import type { Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { executeRun, type ModelInput } from './execute-run.server';
import {
  findGeneration,
  insertGeneration,
  insertPastGeneration,
  requeue,
} from '../generation-data.server';
import { ensureAlive } from './liveness.server';
import { reserveTokens } from '../metering.server';
import { Thinking } from './thinking.server';
import { type GenerationEnd, type Run, runs, type RunSubject } from './runs.server';
import { type GenerationState, transition } from '../state';
import { roundTokens } from '../tools/answer-with-tools.server';
import { type PastRound, readRounds } from '../tools/tool-call-data.server';

/** A run whose row is written but may not be committed yet. */
export interface QueuedRun extends RunSubject {
  claim: ProcessClaim;
  /** The most that this run may write, limited by what the user has left. */
  maxTokens: number;
  /** The text of earlier runs. */
  prior: string;
  /** Their rounds that ended with tool calls. */
  rounds: PastRound[];
}

export interface RunRequest extends RunSubject {
  id: string;
  maxTokens: number;
  /** Unset for a text without a conversation. */
  context?: RunContext;
}

/** The part of a conversation that a run is based on. */
export interface RunContext {
  /** Its first message; null for the first of the conversation. */
  from: string | null;
  /** How many messages before it are left out. */
  leftOut: number;
}

const NO_CONTEXT: RunContext = { from: null, leftOut: 0 };

/**
 * Records the request and reserves its tokens before the provider is called, so a crash can't lose its cost.
 * @throws AppError `out-of-tokens`, or a unique violation when the conversation has a running answer
 */
export async function queueRun(tx: Sql, request: RunRequest): Promise<QueuedRun> {
  await ensureAlive(tx);
  const claim = { id: request.id, attempt: 1, processId: thisProcessId };
  const [, maxTokens] = await Promise.all([
    insertGeneration(tx, {
      ...request,
      ...columnsOf(request.context),
      processId: claim.processId,
      demo: isDemo(),
    }),
    reserveTokens(tx, request, claim, 0),
  ]);
  return { ...request, claim, maxTokens, prior: '', rounds: [] };
}

/**
 * Continues an answer that ended early. Call it with the conversation locked.
 * @throws AppError `not-found`, `conflict` when it can't be continued, `out-of-tokens`
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
  const rounds = row.rounds === 0 ? [] : await readRounds(tx, request.userId, request.id);
  const promptTokens = request.promptTokens + roundTokens(rounds);
  await requeue(tx, {
    ...claim,
    userId: request.userId,
    model: request.model,
    demo: isDemo(),
    startOffset: request.prior.length,
    promptTokens,
    ...columnsOf(request.context),
  });
  const maxTokens = await reserveTokens(tx, { ...request, promptTokens }, claim, row.rounds);
  return { ...request, promptTokens, claim, maxTokens, rounds };
}

function columnsOf({ from, leftOut } = NO_CONTEXT) {
  return { contextFrom: from, leftOut };
}

/** Starts a queued run. Call it right after the commit; no one has to wait for the run. */
export function startRun(queued: QueuedRun, prompt: Omit<ModelInput, 'maxTokens' | 'rounds'>): Run {
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
    round: { number: queued.rounds.length, offset: queued.prior.length, thought: 0, tokens: 0 },
    thinking: new Thinking(),
    readers: new Set(),
    watchedLength: null,
    watchedElsewhereUntil: 0,
  };
  const { maxTokens, rounds } = queued;
  void runs.hold(run, () => executeRun(run, { ...prompt, maxTokens, rounds }));
  return run;
}

export interface PastRun {
  id: string;
  userId: UserScope;
  kind: string;
  /** As the archive has it; null when it doesn't say. */
  state: string | null;
  model: string;
  demo: boolean;
  createdAt: Date;
}

const ENDS: readonly GenerationState[] = ['done', 'stopped', 'failed', 'interrupted'];
const MAX_MODEL = 200;

/** Records the run of a text that comes from an archive. One that was still running there counts as interrupted. */
export async function restoreRun(tx: Sql, { state, model, ...run }: PastRun): Promise<void> {
  await insertPastGeneration(tx, {
    ...run,
    state: state === null ? 'done' : (ENDS.find((end) => end === state) ?? 'interrupted'),
    reason: null,
    model: model.replaceAll('\0', '').slice(0, MAX_MODEL).toWellFormed(),
    processId: thisProcessId,
  });
}
