import { singleton } from '../../lib/singleton.server';
import { pause } from '../providers/pause';

const sleepers = singleton('replicate-sleepers', () => new Map<string, Set<() => void>>());

/** Whoever waits in this process for work of this id looks at once how it stands; others are not disturbed. */
export function wake(id: string): void {
  for (const rouse of sleepers.get(id) ?? []) rouse();
}

/** Waits so long, or until woken. @throws ProviderError `aborted` as soon as the signal says so */
export async function pauseUnlessWoken(id: string, ms: number, signal: AbortSignal): Promise<void> {
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
