import { env } from '../../settings/env.server';
import { ProviderError } from './provider-error';

/** How often to send a request that certainly made nothing. */
const REPEATS = 2;
/** If a provider wants a longer wait, the request isn't repeated: it's better to report the failure. */
const MAX_WAIT_S = 10;
const FIRST_PAUSE_MS = 1_000;
/** Tests divide every pause by this. */
const TEST_SPEED = 75;

/** How long to pause, in milliseconds: `ms`, or less in tests and in apps with kill points. */
export function pauseLength(ms: number): number {
  let isTest = env().NODE_ENV === 'test';
  KILLABLE: isTest ||= process.env.KILL_FILE !== undefined;
  return isTest ? ms / TEST_SPEED : ms;
}

/** The pause before the nth repeat of a request, in milliseconds. `repeat` starts at 0. */
export function repeatPause(repeat: number): number {
  return pauseLength(FIRST_PAUSE_MS * 3 ** repeat);
}

/**
 * Sends a request, and repeats it only if nothing can have been made or billed: too many requests, or no connection.
 * @throws what `ask` throws in the end
 */
export async function repeated<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let repeat = 0; ; repeat += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const waitS = error.retryAfter ?? 0;
      const again = error.code === 'busy' || error.code === 'unreachable';
      if (!again || repeat === REPEATS || waitS > MAX_WAIT_S) throw error;
      const spread = 1 + Math.random();
      await pause(Math.max(waitS * 1_000, repeatPause(repeat) * spread), signal);
    }
  }
}

/** @throws ProviderError `aborted` as soon as the signal is aborted */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(new ProviderError('aborted'));
    };
    if (signal.aborted) return reject(new ProviderError('aborted'));
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal.addEventListener('abort', abort, { once: true });
  });
}
