import { PassThrough } from 'node:stream';

import {
  createReadableStreamFromReadable,
  type AppLoadContext,
  type EntryContext,
} from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';

import { noncePreloads } from './lib/http/nonce-preloads.server';
import { log } from './lib/log.server';
import { NonceProvider } from './ui/nonce';

// The server takes the app's runtime values from here and nowhere else: see docs/decisions/0001.
export * from './lifecycle.server';

/** How long a page may stream; Remix ends deferred data then, and rendering is aborted a second later. */
export const streamTimeout = 5_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
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
          // The timer would keep all that was rendered in memory until it fires.
          const body = (nonce ? noncePreloads(nonce) : new PassThrough()).once('close', () =>
            clearTimeout(timer),
          );
          headers.set('Content-Type', 'text/html; charset=utf-8');
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
          pipe(body);
        },
        onShellError(error: unknown) {
          reject(error instanceof Error ? error : new Error(String(error)));
        },
        onError(err: unknown) {
          // Before the shell is sent the error reaches handleError by the rejection.
          if (shellSent) log.error({ err }, 'rendering failed');
        },
      },
    );
    const timer = setTimeout(abort, streamTimeout + 1_000).unref();
  });
}

export function handleError(err: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return;
  const about = { err, method: request.method, path: new URL(request.url).pathname };
  // Remix's own refusals, of a method for example, are the client's fault: nobody may fill the log with errors.
  if (isRouteErrorResponse(err) && err.status < 500) log.debug(about, 'request refused');
  else log.error(about, 'request failed');
}
