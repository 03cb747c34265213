/** Between attempts while the browser believes to be online. */
const PAUSES_MS = [250, 750, 1_500];
const OFFLINE_MS = 30_000;

/** Resolves after `ms`, or as soon as there is a network again. */
function pause(ms: number): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, navigator.onLine ? ms : OFFLINE_MS);
    addEventListener('online', resolve, { once: true });
  });
}

/**
 * A fetch that asks again for a page's data (Remix's `.data` addresses) where the network fails: Remix would replace the
 * whole page, and what is being typed in it, by the error page. Everything else passes as it is.
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
