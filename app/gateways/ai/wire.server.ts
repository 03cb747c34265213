import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';

import { adminLookup, assertAdminHost } from '../providers/admin-address.server';
import { boundedAnswer } from '../providers/bounded-answer';

const streams = new WeakMap<Response, IncomingMessage>();

/**
 * A `fetch` for the SDK on Node's own HTTP client. An event stream's body isn't converted to a web stream, which would
 * cost more per token than everything else that the gateway does: get it with `eventStreamOf`. It follows no redirect.
 * `isGuarded`: an admin typed the address, which may not lead just anywhere.
 */
export function createFetch({ isGuarded = false } = {}): typeof fetch {
  const options = { keepAlive: true, maxFreeSockets: 64, scheduling: 'lifo' as const };
  const agents = { http: new http.Agent(options), https: new https.Agent(options) };
  return (input, init) =>
    new Promise((resolve, reject) => {
      const url = new URL(input instanceof Request ? input.url : input);
      if (isGuarded) assertAdminHost(url.hostname);
      const secure = url.protocol === 'https:';
      const headers = Object.fromEntries(new Headers(init?.headers));
      const signal = init?.signal ?? undefined;
      const request = (secure ? https : http).request(url, {
        method: init?.method ?? 'GET',
        headers,
        agent: secure ? agents.https : agents.http,
        signal,
        ...(isGuarded && { lookup: adminLookup }),
      });
      request.on('error', reject);
      request.on('response', (message) => resolve(toResponse(message)));
      request.end(init?.body);
    });
}

/** The body of a successful answer that is an event stream, null for any other. */
export function eventStreamOf(response: Response): IncomingMessage | null {
  return streams.get(response) ?? null;
}

function toResponse(message: IncomingMessage): Response {
  const status = message.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    for (const one of [value].flat()) if (one !== undefined) headers.append(name, one);
  }
  const isEventStream = /^text\/event-stream\b/i.test(message.headers['content-type'] ?? '');
  if (status === 200 && isEventStream) {
    const response = new Response(null, { status, headers });
    streams.set(response, message);
    return response;
  }
  const hasBody = status !== 204 && status !== 205 && status !== 304;
  if (!hasBody) message.resume();
  const body = hasBody ? (Readable.toWeb(message) as ReadableStream) : null;
  return boundedAnswer(new Response(body, { status, headers }));
}
