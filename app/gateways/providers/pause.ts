import { ProviderError } from './provider-error';

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
