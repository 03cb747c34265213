import type { IncomingMessage, ServerResponse } from 'node:http';

import { EventStream, nodeSink } from './event-stream.server';
import { describeFailure, retryHeader } from './failure.server';
import { readJson } from './read-body.server';
import { answer, jsonHeaders, Reply, type AnyEndpoint, type Incoming } from './resource.server';

/** A request that Express has routed. */
export type RoutedRequest = IncomingMessage & { params: Record<string, string>; ip?: string };

/** Lets an endpoint answer without Remix. */
export function serveNode(
  endpoint: AnyEndpoint,
  request: RoutedRequest,
  response: ServerResponse,
): void {
  answer(endpoint, incomingOf(request, response))
    .then((result) => send(request, response, result))
    .catch((err: unknown) => {
      if (response.headersSent) return response.end();
      const { status, retryAfter, ...told } = describeFailure(err);
      for (const [name, value] of Object.entries(retryHeader({ retryAfter }))) {
        response.setHeader(name, value);
      }
      dropRest(request, response);
      sendJson(response, status, told);
    });
}

/** The rest of a body is useless once the request has been answered. */
function dropRest(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete) return;
  response.setHeader('Connection', 'close');
  request.resume();
}

function incomingOf(request: RoutedRequest, response: ServerResponse): Incoming {
  const { headers, url = '' } = request;
  const at = url.indexOf('?');
  return {
    params: request.params,
    search: new URLSearchParams(at === -1 ? '' : url.slice(at + 1)),
    headers: { get: (name) => headers[name.toLowerCase()]?.toString() ?? null },
    address: request.ip,
    signal: leaving(response),
    credentials: { cookie: headers.cookie },
    json: (limit) => readJson(request, limit),
    bytes: () => request,
    keepCookies: (cookies) => void response.appendHeader('Set-Cookie', cookies),
    remix: () => {
      throw new Error('this endpoint is served by Node, which has no request of Remix');
    },
  };
}

/** Aborted when the client disconnects before it has everything. */
function leaving(response: ServerResponse): AbortSignal {
  const left = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) left.abort();
  });
  return left.signal;
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  result: unknown,
): Promise<void> {
  if (response.headersSent || response.destroyed) return;
  if (result instanceof EventStream) return result.start(nodeSink(response));
  dropRest(request, response);
  if (result instanceof Response) {
    const text = await result.text();
    response.writeHead(result.status, Object.fromEntries(result.headers)).end(text);
    return;
  }
  const { status, body } = result instanceof Reply ? result : { status: 200, body: result };
  sendJson(response, status, body);
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  if (response.headersSent || response.destroyed) return;
  const text = status === 204 ? undefined : JSON.stringify(body);
  response.writeHead(status, {
    ...(text !== undefined && { 'Content-Type': 'application/json; charset=utf-8' }),
    ...jsonHeaders(),
  });
  response.end(text);
}
