import { ProviderError } from './provider-error';

/** How often to send a request that certainly made nothing. */
const REPEATS = 2;
/** If a provider wants a longer wait, the request isn't repeated: it's better to report the failure. */
const MAX_WAIT_S = 10;

/**
 * Sends a request, and repeats it only if nothing can have been made or billed: too many requests, or no connection.
 * @throws what `ask` throws in the end
 */
export async function repeated<T>(
  ask: () => Promise<T>,
  { signal, firstPauseMs }: { signal: AbortSignal; firstPauseMs: number },
): Promise<T> {
  for (let repeat = 0; ; repeat += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const waitS = error.retryAfter ?? 0;
      const again = error.code === 'busy' || error.code === 'unreachable';
      if (!again || repeat === REPEATS || waitS > MAX_WAIT_S) throw error;
      const pauseMs = Math.max(waitS * 1_000, firstPauseMs * 3 ** repeat * (1 + Math.random()));
      await pause(pauseMs, signal);
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
