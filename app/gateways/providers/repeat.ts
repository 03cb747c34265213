import { pause } from './pause';
import { ProviderError } from './provider-error';

/** How often a request is repeated that certainly made nothing. */
const REPEATS = 2;
/** Whoever wants to be left alone for longer is not asked again: it is better to say so. */
const MAX_WAIT_S = 10;

/**
 * Asks, and asks again only where nothing can have been made or billed: too many requests, or no one there.
 * @throws what `ask` throws, at last
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
