import type { IncomingMessage, ServerResponse } from 'node:http';

import { authenticate } from '~/features/auth/index.server';
import { AppError } from '~/lib/errors';
import { describeFailure } from '~/lib/http/failure.server';
import { readJson } from '~/lib/http/read-json.server';
import { limit } from '~/lib/rate-limit.server';

import { MAX_BODY, parseOffset, parseSend } from './requests.server';
import { sendMessage } from './send-message.server';
import { nodeSink, requireAnswer, streamAnswer } from './stream-answer.server';

type RoutedRequest = IncomingMessage & { params: Record<string, string> };

/**
 * The two requests that carry answers, served without Remix: see docs/decisions/0003. The routes of the same addresses
 * under app/routes serve them where only Remix runs.
 */
export const chatNodeRoutes = [
  { method: 'POST', path: '/api/chat/messages', handle: guarded(postMessage) },
  { method: 'GET', path: '/api/chat/answers/:id', handle: guarded(getAnswer) },
] as const;

async function postMessage(request: RoutedRequest, response: ServerResponse, userId: string) {
  await limit('chat', userId);
  const body = parseSend(await readJson(request, MAX_BODY));
  const sent = await sendMessage({ ...body, userId });
  streamAnswer(nodeSink(response), { userId, id: sent.answerId, offset: 0, start: sent });
}

async function getAnswer(request: RoutedRequest, response: ServerResponse, userId: string) {
  const id = request.params.id ?? '';
  const offset = parseOffset(new URL(request.url ?? '/', 'http://here').searchParams);
  await requireAnswer(userId, id);
  streamAnswer(nodeSink(response), { userId, id, offset });
}

function guarded(
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
    const session = await authenticate(request.headers.cookie);
    if (!session) throw new AppError('unauthenticated', 'User not authenticated');
    if (session.setCookie) response.setHeader('Set-Cookie', session.setCookie);
    await serve(request, response, session.user.id);
  }
}
