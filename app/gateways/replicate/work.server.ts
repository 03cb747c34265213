import { env } from '../../settings/env.server';
import { log } from '../../lib/log.server';
import { classify, ProviderError } from '../providers/provider-error';
import { replicateClient, toProviderError } from './client.server';
import { pauseUnlessWoken } from './wake.server';
import { webhookFields } from './webhook.server';

// What a prediction and a training have in common: started once, found again by its id, asked about until it is over.

/** So long one request to Replicate may take. */
export const CALL_MS = 30_000;
const POLL_MS = 1_500;
const POLL_MS_IN_TESTS = 20;
/** So often in a row asking how far it is may fail. */
const MAX_FAILURES = 20;

/** How Replicate's work stands, of whichever kind. */
export interface ReplicateState {
  id: string;
  status: string;
  error?: unknown;
  output?: unknown;
  logs?: string | null;
}

/** `owner/name`, or `owner/name:version`. */
function namedModel(id: string): { model: string } | { version: string } {
  const [model = '', version] = id.split(':');
  return version === undefined ? { model } : { version };
}

/** Starts a prediction, once: whether what failed arrived no one knows. @throws ProviderError */
export async function startPrediction(
  model: string,
  input: object,
  signal: AbortSignal,
  mostMs = CALL_MS,
): Promise<string> {
  const replicate = await replicateClient();
  try {
    const { id } = await replicate.predictions.create({
      ...namedModel(model),
      input,
      ...webhookFields(),
      signal: AbortSignal.any([signal, AbortSignal.timeout(mostMs)]),
    });
    return assertId(id);
  } catch (error) {
    throw toProviderError(error, signal);
  }
}

/** What has no id can neither be followed nor found again. @throws ProviderError */
export function assertId(id: unknown): string {
  if (typeof id !== 'string' || id === '') throw new ProviderError('invalid-response');
  return id;
}

/** False for what would lead elsewhere as a part of an address, such as `../account`. */
export function isReplicateId(id: string): boolean {
  return /^[\w-]+$/.test(id);
}

export interface Following<State> {
  /** What is waited for: a word about it (`wake`) has it asked about at once. */
  id: string;
  /** Asks how it stands. */
  ask: (signal: AbortSignal) => Promise<State>;
  /** Given up after so long. */
  mostMs: number;
  pollMs?: number;
  signal: AbortSignal;
  /** Told of every state, also of the last. What it throws ends the waiting. */
  onState?: (state: State) => Promise<void> | void;
}

/** Asks how something stands until it is over. @throws ProviderError */
export async function untilOver<State extends ReplicateState>(
  following: Following<State>,
): Promise<State> {
  const { id, ask, mostMs, signal, onState } = following;
  const usualMs = env().NODE_ENV === 'test' ? POLL_MS_IN_TESTS : POLL_MS;
  const since = Date.now();
  for (let failures = 0; ;) {
    if (Date.now() - since > mostMs) throw new ProviderError('timed-out');
    await pauseUnlessWoken(id, following.pollMs ?? usualMs, signal);
    let state: State;
    try {
      state = await ask(AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]));
      failures = 0;
    } catch (error) {
      const failure = toProviderError(error, signal);
      const passing = ['broken-off', 'unreachable', 'provider-fault', 'busy', 'timed-out'];
      failures += 1;
      if (!passing.includes(failure.code)) throw failure;
      // Not as a failure that whoever began it would begin it again for.
      if (failures === MAX_FAILURES) throw new ProviderError('broken-off', failure);
      continue;
    }
    await onState?.(state);
    if (!['starting', 'processing', 'queued'].includes(state.status)) return state;
  }
}

/** Waits for a prediction. When it is given up or takes too long, it is cancelled there. @throws ProviderError */
export async function followPrediction(
  id: string,
  following: Omit<Following<ReplicateState>, 'ask' | 'id'>,
): Promise<ReplicateState> {
  const replicate = await replicateClient();
  try {
    const ask = (signal: AbortSignal) => replicate.predictions.get(id, { signal });
    return await untilOver({ ...following, id, ask });
  } catch (error) {
    const { signal } = following;
    const givenUp = signal.aborted && signal.reason === 'stop';
    if (givenUp || (error as ProviderError).code === 'timed-out') {
      cancelPrediction(id, AbortSignal.timeout(CALL_MS)).catch((err: unknown) =>
        log.warn({ reason: (err as Error).name, id }, 'cancelling failed'),
      );
    }
    throw error;
  }
}

/** Breaks a prediction off; one that is over or gone stays as it is. @throws ProviderError */
export async function cancelPrediction(id: string, signal: AbortSignal): Promise<void> {
  const replicate = await replicateClient();
  try {
    await replicate.predictions.cancel(id, { signal });
  } catch (error) {
    const failure = toProviderError(error, signal);
    if (failure.code !== 'unknown-model') throw failure;
  }
}

/** The first link of what came. @throws ProviderError where it failed or was cancelled */
export function linkOf(state: ReplicateState): string {
  const { id, output } = assertSucceeded(state);
  const [first] = (Array.isArray(output) ? output : [output]) as unknown[];
  if (typeof first === 'string') return first;
  throw new ProviderError('invalid-response', { requestId: id });
}

/** @throws ProviderError where it failed or was cancelled */
function assertSucceeded<State extends ReplicateState>(state: State): State {
  const { id, status, error } = state;
  if (status === 'succeeded') return state;
  if (status === 'failed') {
    throw new ProviderError(classify({ message: error }), { requestId: id });
  }
  throw new ProviderError('broken-off', { requestId: id, detail: status });
}
