import { z } from 'zod';

import { fieldsOf } from '../../lib/json';
import { log } from '../../lib/log.server';
import { singleton } from '../../lib/singleton.server';
import { pause, pauseLength } from '../providers/repeat.server';
import { classify, ProviderError, type ProviderErrorCode } from '../providers/provider-error';
import { replicateClient, toProviderError } from './client.server';
import { webhookFields } from './webhook.server';

// What predictions and trainings share: they are started once, found again by their id, and polled until they end.

/** The timeout of one request to Replicate. */
export const CALL_MS = 30_000;
const POLL_MS = 1_500;
/** How many polls in a row may fail. */
const MAX_FAILURES = 20;
/** Failures of a poll that the next one may not have; the work continues there. */
const TRANSIENT: readonly ProviderErrorCode[] = [
  'broken-off',
  'unreachable',
  'provider-fault',
  'busy',
  'timed-out',
  'invalid-response',
];

const stateSchema = z.object({
  id: z.string(),
  status: z.string(),
  error: z.unknown().optional(),
  input: z.unknown().optional(),
  output: z.unknown().optional(),
  logs: z.string().nullish().catch(null),
  metrics: z.unknown().optional(),
});

/** A prediction or a training as Replicate reports it. */
export type ReplicateState = z.output<typeof stateSchema>;

/** @throws ProviderError `invalid-response` */
export function checked<T>(schema: z.ZodType<T>, answer: unknown): T {
  const { success, data } = schema.safeParse(answer);
  if (!success) throw new ProviderError('invalid-response');
  return data;
}

/** @throws ProviderError `invalid-response` */
export function checkedState(answer: unknown): ReplicateState {
  return checked(stateSchema, answer);
}

/** `owner/name`, or `owner/name:version`. */
function namedModel(id: string): { model: string } | { version: string } {
  const [model = '', version] = id.split(':');
  return version === undefined ? { model } : { version };
}

/** Starts a prediction, once: after a failure, no one knows whether the request arrived. @throws ProviderError */
export async function startPrediction(
  model: string,
  input: object,
  signal: AbortSignal,
  maxMs = CALL_MS,
): Promise<string> {
  const replicate = await replicateClient();
  try {
    const prediction: unknown = await replicate.predictions.create({
      ...namedModel(model),
      input,
      ...webhookFields(),
      signal: AbortSignal.any([signal, AbortSignal.timeout(maxMs)]),
    });
    return idOf(prediction);
  } catch (error) {
    throw toProviderError(error, signal);
  }
}

/** Without an id, nothing can be followed or found again. @throws ProviderError */
export function idOf(answer: unknown): string {
  const { id } = fieldsOf(answer);
  if (typeof id !== 'string' || id === '') throw new ProviderError('invalid-response');
  return id;
}

/** False for a text that would change the path of an address, such as `../account`. */
export function isReplicateId(id: string): boolean {
  return /^[\w-]+$/.test(id);
}

const sleepers = singleton('replicate-sleepers', () => new Map<string, Set<() => void>>());

/** Makes everything in this process that waits for the work with this id poll at once. */
export function wake(id: string): void {
  for (const rouse of sleepers.get(id) ?? []) rouse();
}

/** Waits, unless `wake` ends it early. @throws ProviderError `aborted` as soon as the signal is */
async function pauseUnlessWoken(id: string, ms: number, signal: AbortSignal): Promise<void> {
  const early = new AbortController();
  const rouse = () => early.abort();
  const others = sleepers.get(id) ?? new Set();
  sleepers.set(id, others.add(rouse));
  try {
    await pause(ms, AbortSignal.any([signal, early.signal]));
  } catch (error) {
    if (signal.aborted) throw error;
  } finally {
    others.delete(rouse);
    if (others.size === 0 && sleepers.get(id) === others) sleepers.delete(id);
  }
}

export interface Following {
  /** The id of the work; `wake` has it polled at once. */
  id: string;
  /** Polls its state. */
  ask: (signal: AbortSignal) => Promise<unknown>;
  maxMs: number;
  pollMs?: number;
  signal: AbortSignal;
  /** Gets every state, including the last. An error that it throws ends the wait. */
  onState?: (state: ReplicateState) => Promise<void> | void;
}

/** Polls until the work has ended; returns its last state. @throws ProviderError */
export async function untilOver(following: Following): Promise<ReplicateState> {
  const { id, ask, maxMs, pollMs = POLL_MS, signal, onState } = following;
  const since = Date.now();
  for (let failures = 0; ;) {
    if (Date.now() - since > maxMs) throw new ProviderError('timed-out');
    await pauseUnlessWoken(id, pauseLength(pollMs), signal);
    let state: ReplicateState;
    try {
      state = checkedState(await ask(AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)])));
      failures = 0;
    } catch (error) {
      const failure = toProviderError(error, signal);
      failures += 1;
      if (!TRANSIENT.includes(failure.code)) throw failure;
      // A code that no caller repeats the work for.
      if (failures === MAX_FAILURES) throw new ProviderError('broken-off', failure);
      continue;
    }
    await onState?.(state);
    if (!['starting', 'processing', 'queued'].includes(state.status)) return state;
  }
}

/** Waits for a prediction. When a person cancels it or it takes too long, it is canceled there. @throws ProviderError */
export async function followPrediction(
  id: string,
  following: Omit<Following, 'ask' | 'id'>,
): Promise<ReplicateState> {
  const replicate = await replicateClient();
  try {
    const ask = (signal: AbortSignal) => replicate.predictions.get(id, { signal });
    return await untilOver({ ...following, id, ask });
  } catch (error) {
    const { signal } = following;
    const isCanceled = signal.aborted && signal.reason === 'stop';
    if (isCanceled || (error as ProviderError).code === 'timed-out') {
      cancelPrediction(id, AbortSignal.timeout(CALL_MS)).catch((err: unknown) =>
        log.warn({ reason: (err as Error).name, id }, 'canceling a prediction failed'),
      );
    }
    throw error;
  }
}

/** Cancels a prediction; one that has ended or is gone stays as it is. @throws ProviderError */
export async function cancelPrediction(id: string, signal: AbortSignal): Promise<void> {
  const replicate = await replicateClient();
  try {
    await replicate.predictions.cancel(id, { signal });
  } catch (error) {
    const failure = toProviderError(error, signal);
    if (failure.code !== 'unknown-model') throw failure;
  }
}

/** The first link of its output. @throws ProviderError if it failed or was canceled */
export function linkOf(state: ReplicateState): string {
  const { id, output } = assertSucceeded(state);
  const [first] = (Array.isArray(output) ? output : [output]) as unknown[];
  if (typeof first === 'string') return first;
  throw new ProviderError('invalid-response', { requestId: id });
}

/** @throws ProviderError if it failed or was canceled */
function assertSucceeded(state: ReplicateState): ReplicateState {
  const { id, status, error } = state;
  if (status === 'succeeded') return state;
  if (status === 'failed') {
    throw new ProviderError(classify({ message: error }), { requestId: id });
  }
  throw new ProviderError('broken-off', { requestId: id, detail: status });
}
