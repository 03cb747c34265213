/** The delays between attempts while the browser reports that it's online. */
const PAUSES_MS = [250, 750, 1_500];
const OFFLINE_MS = 30_000;

/** Resolves after `ms`, or as soon as the network is back. */
function pause(ms: number): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, navigator.onLine ? ms : OFFLINE_MS);
    addEventListener('online', resolve, { once: true });
  });
}

/**
 * A fetch that retries requests for a page's data (Remix's `.data` addresses) when the network fails. Otherwise Remix
 * would replace the whole page, and what is being typed in it, by the error page. Everything else passes unchanged.
 */
export function patientFetch(fetch: typeof globalThis.fetch, wait = pause): typeof fetch {
  return async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    const again = pathname.endsWith('.data') && (init?.method ?? 'GET') === 'GET';
    for (const ms of again ? PAUSES_MS : []) {
      try {
        return await fetch(input, init);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        await wait(ms);
      }
    }
    return fetch(input, init);
  };
}
