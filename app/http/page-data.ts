import { BUILD_HEADER, OUTDATED, pageBuild } from './build-id';

/** The delays between attempts while the browser reports that it's online. */
const PAUSES_MS = [250, 750, 1_500];
const OFFLINE_MS = 30_000;

/** What page data needs of the browser; tests pass their own. */
interface Browser {
  /** Resolves after `ms`, or as soon as the network is back. */
  wait(ms: number): Promise<unknown>;
  /** Leaves this page, and its code, for a new document. */
  open(address: string): void;
}

const BROWSER: Browser = {
  wait: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, navigator.onLine ? ms : OFFLINE_MS);
      addEventListener('online', resolve, { once: true });
    }),
  open(address) {
    // If a script of the earlier build is gone, Remix reloads, too; by then the address has to be the new one.
    if (address !== location.href) history.pushState(null, '', address);
    location.reload();
  },
};

/**
 * A fetch for Remix's requests for a page's data (its `.data` addresses) and for routes; everything else passes unchanged.
 *
 * Loading is tried again while the network fails. Otherwise Remix would replace the whole page, and what is being typed
 * in it, by the error page. What another build sends is never read (decision 0072): the document is loaded instead, and
 * an action, which the server refused before it ran, throws a response of status 409.
 *
 * Before it sends a form of a page whose address has parameters, Remix asks for more routes that may match. If another
 * build tells it to reload, the form would be lost, so it's told that there are none.
 */
export function pageDataFetch(fetch: typeof globalThis.fetch, browser = BROWSER): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (url.pathname === '/__manifest') return routesFor(url, await fetch(input, init));
    if (!url.pathname.endsWith('.data')) return fetch(input, init);
    const named = namingBuild(init);
    const isAction = (init?.method ?? 'GET') !== 'GET';
    const response = isAction
      ? await fetch(input, named)
      : await retried(() => fetch(input, named), browser);
    if (isReadable(response)) return response;
    if (isAction) throw new Response(OUTDATED, { status: 409 });
    browser.open(documentAddress(url));
    // Nothing should change in the meantime.
    return new Promise(() => {});
  };
}

/** The routes that were found, or none instead of a reload if they were only for the page itself. */
function routesFor({ searchParams }: URL, response: Response): Response {
  const isForItself = searchParams.getAll('p').every((path) => path === location.pathname);
  return response.status === 204 && isForItself ? Response.json({}) : response;
}

function namingBuild(init: RequestInit | undefined): RequestInit | undefined {
  const build = pageBuild();
  if (build === null) return init;
  const headers = new Headers(init?.headers);
  headers.set(BUILD_HEADER, build);
  return { ...init, headers };
}

async function retried(load: () => Promise<Response>, { wait }: Browser): Promise<Response> {
  for (const ms of PAUSES_MS) {
    try {
      return await load();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      await wait(ms);
    }
  }
  return load();
}

function isReadable({ ok, headers }: Response): boolean {
  const build = headers.get(BUILD_HEADER);
  // Remix makes an error page of a refusal from in front of the app, such as a proxy's.
  return build === pageBuild() || (build === null && !ok);
}

/** Where the data of a `.data` address is shown (Remix's `singleFetchUrl`, reversed). */
function documentAddress(data: URL): string {
  const url = new URL(data);
  url.pathname = url.pathname === '/_root.data' ? '/' : url.pathname.replace(/\.data$/, '');
  url.searchParams.delete('_routes');
  return url.href;
}
