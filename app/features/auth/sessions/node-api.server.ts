import type { IncomingMessage, ServerResponse } from 'node:http';

import { describeFailure } from '~/lib/http/failure.server';

import { authenticateApi } from './authenticate.server';

/** A request that Express has routed. */
export type RoutedRequest = IncomingMessage & { params: Record<string, string>; ip?: string };

/** Serves signed-in people without Remix; answers a failure, before a first byte was sent, as the JSON routes do. */
export function nodeApi(
  serve: (request: RoutedRequest, response: ServerResponse, userId: string) => Promise<void>,
) {
  return (request: RoutedRequest, response: ServerResponse): void => {
    answer(request, response).catch((err: unknown) => {
      const { status, error } = describeFailure(err);
      if (response.headersSent) return response.end();
      response.writeHead(status, {
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'no-store',
      });
      response.end(JSON.stringify({ error }));
    });
  };

  async function answer(request: RoutedRequest, response: ServerResponse): Promise<void> {
    const session = await authenticateApi(request.headers.cookie);
    if (session.setCookie) response.setHeader('Set-Cookie', session.setCookie);
    await serve(request, response, session.user.id);
  }
}
