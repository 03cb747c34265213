import type { AppLoadContext, EntryContext } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import { assets } from 'virtual:remix/server-build';

import { addKeptCookies } from './features/accounts/index.server';
import { buildHeader, nameBuild } from './http/build-id.server';
import { pageBody } from './http/page-body.server';
import { log } from './lib/log.server';
import { registerFeatures } from './registry.server';
import { NonceProvider } from './ui/page/document';

// The server gets the app's runtime values from here and nowhere else: see docs/decisions/0001.
export * from './lifecycle.server';

registerFeatures();
// The build's own module, which imports this one, is complete only later.
if (import.meta.env.PROD) nameBuild(() => assets.version);

/** How long a page may stream; then Remix ends deferred data, and rendering is aborted a second later. */
export const streamTimeout = 5_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  keepRetryAfter(remixContext, headers);
  addKeptCookies(headers, loadContext);
  const nonce = loadContext.nonce;
  const ready = isbot(request.headers.get('user-agent')) ? 'onAllReady' : 'onShellReady';
  return new Promise((resolve, reject) => {
    let shellSent = false;
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider value={nonce}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} />
      </NonceProvider>,
      {
        nonce,
        [ready]() {
          shellSent = true;
          const { sink, body } = pageBody(nonce);
          // The timer would keep everything that was rendered in memory until it fires.
          sink.once('close', () => clearTimeout(timer));
          headers.set('Content-Type', 'text/html; charset=utf-8');
          resolve(new Response(body, { headers, status }));
          pipe(sink);
        },
        onShellError(error: unknown) {
          reject(error instanceof Error ? error : new Error(String(error)));
        },
        onError(err: unknown) {
          // Errors before the shell is sent reach handleError by the rejection.
          if (shellSent) log.error({ err }, 'rendering failed');
        },
      },
    );
    const timer = setTimeout(abort, streamTimeout + 1_000).unref();
  });
}

/** Remix drops the headers of loaders and actions from documents unless each route passes them on. */
function keepRetryAfter({ staticHandlerContext }: EntryContext, headers: Headers): void {
  const { actionHeaders, loaderHeaders } = staticHandlerContext;
  for (const said of [...Object.values(actionHeaders), ...Object.values(loaderHeaders)]) {
    const retryAfter = said.get('Retry-After');
    if (retryAfter !== null) headers.set('Retry-After', retryAfter);
  }
}

/** Requests that Remix sends on its own for client navigation; `http/page-data.ts` receives the answers. */
export function handleDataRequest(
  response: Response,
  { context }: { context: AppLoadContext },
): Response {
  addKeptCookies(response.headers, context);
  for (const [name, value] of Object.entries(buildHeader())) response.headers.set(name, value);
  return response;
}

export function handleError(err: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return;
  const about = { err, method: request.method, path: new URL(request.url).pathname };
  // Remix's own refusals, such as of a method, are the client's fault: no one may fill the log with errors.
  if (isRouteErrorResponse(err) && err.status < 500) log.debug(about, 'request refused');
  else log.error(about, 'request failed');
}
