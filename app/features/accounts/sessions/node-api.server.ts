import type { IncomingMessage, ServerResponse } from 'node:http';

import { describeFailure, retryHeader } from '~/http/failure.server';

import { apiGate } from './authenticate.server';

/** A request that Express has routed. */
export type RoutedRequest = IncomingMessage & { params: Record<string, string>; ip?: string };

const JSON_HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'private, no-store',
};

/** Serves signed-in people without Remix; answers a failure, before a first byte was sent, as the JSON routes do. */
export function nodeApi(
  serve: (request: RoutedRequest, response: ServerResponse, userId: string) => Promise<void>,
) {
  return (request: RoutedRequest, response: ServerResponse): void => {
    answer(request, response).catch((err: unknown) => {
      const { status, error, retryAfter } = describeFailure(err);
      if (response.headersSent) return response.end();
      response.writeHead(status, { ...JSON_HEADERS, ...retryHeader({ retryAfter }) });
      response.end(JSON.stringify({ error }));
    });
  };

  async function answer(request: RoutedRequest, response: ServerResponse): Promise<void> {
    const { session, setCookies } = await apiGate({ cookie: request.headers.cookie });
    if (setCookies.length > 0) response.setHeader('Set-Cookie', setCookies);
    await serve(request, response, session.user.id);
  }
}

/** The same for what is answered whole, in JSON. */
export function nodeJsonApi(answer: (request: RoutedRequest, userId: string) => Promise<unknown>) {
  return nodeApi(async (request, response, userId) => {
    const body = JSON.stringify(await answer(request, userId));
    response.writeHead(200, JSON_HEADERS).end(body);
  });
}

/** What stands behind the question mark of its address. */
export function searchOf({ url = '' }: RoutedRequest): URLSearchParams {
  const at = url.indexOf('?');
  return new URLSearchParams(at === -1 ? '' : url.slice(at + 1));
}
