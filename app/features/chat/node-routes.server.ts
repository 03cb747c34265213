import type { IncomingMessage, ServerResponse } from 'node:http';

import { authenticateApi } from '~/features/auth/index.server';
import { describeFailure } from '~/lib/http/failure.server';
import { readJson } from '~/lib/http/read-json.server';
import { limitUse } from '~/lib/rate-limit.server';

import { editMessage } from './edit-message.server';
import type { Sent } from './queue-turn.server';
import { regenerateAnswer } from './regenerate-answer.server';
import { MAX_BODY, parseEdit, parseOffset, parseRegenerate, parseSend } from './requests.server';
import { sendMessage } from './send-message.server';
import { nodeSink, requireAnswer, streamAnswer } from './stream-answer.server';

type RoutedRequest = IncomingMessage & { params: Record<string, string>; ip?: string };

/**
 * The requests that carry answers, served without Remix: see docs/decisions/0003. The routes of the same addresses
 * under app/routes serve them where only Remix runs.
 */
export const chatNodeRoutes = [
  { method: 'POST', path: '/api/chat/messages', handle: guarded(postMessage) },
  { method: 'POST', path: '/api/chat/messages/:id/edit', handle: guarded(postEdit) },
  { method: 'POST', path: '/api/chat/answers/:id/regenerate', handle: guarded(postRegenerate) },
  { method: 'GET', path: '/api/chat/answers/:id', handle: guarded(getAnswer) },
] as const;

async function postMessage(request: RoutedRequest, response: ServerResponse, userId: string) {
  await limitUse('chat', userId, request.ip);
  const body = parseSend(await readJson(request, MAX_BODY));
  streamSent(response, userId, await sendMessage({ ...body, userId }));
}

async function postEdit(request: RoutedRequest, response: ServerResponse, userId: string) {
  await limitUse('chat', userId, request.ip);
  const body = parseEdit(await readJson(request, MAX_BODY));
  const questionId = request.params.id ?? '';
  streamSent(response, userId, await editMessage({ ...body, userId, questionId }));
}

async function postRegenerate(request: RoutedRequest, response: ServerResponse, userId: string) {
  await limitUse('chat', userId, request.ip);
  const body = parseRegenerate(await readJson(request, MAX_BODY));
  const answerId = request.params.id ?? '';
  streamSent(response, userId, await regenerateAnswer({ ...body, userId, answerId }));
}

function streamSent(response: ServerResponse, userId: string, sent: Sent): void {
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
    const session = await authenticateApi(request.headers.cookie);
    if (session.setCookie) response.setHeader('Set-Cookie', session.setCookie);
    await serve(request, response, session.user.id);
  }
}
