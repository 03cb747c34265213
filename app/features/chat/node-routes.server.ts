import type { ServerResponse } from 'node:http';

import {
  nodeApi,
  nodeJsonApi,
  searchOf,
  type RoutedRequest,
} from '~/features/accounts/index.server';
import { nodeSink, streamText } from '~/engine/generation/index.server';
import { readJson } from '~/http/read-json.server';
import { limitUse } from '~/http/rate-limit.server';

import { editMessage } from './answers/edit-message.server';
import { readList } from './conversations/list/list-conversations.server';
import { regenerateAnswer } from './answers/regenerate-answer.server';
import { MAX_BODY, parseEdit, parseRegenerate, parseSend } from './requests.server';
import { sendMessage } from './answers/send-message.server';
import type { Sent } from './answers/sent';

/**
 * The requests whose responses carry answers, and the list, which is asked for at every keystroke in its filter: served
 * without Remix, see docs/decisions/0003. The routes of the same addresses
 * under app/routes serve them where only Remix runs.
 */
export const chatNodeRoutes = [
  { method: 'POST', path: '/api/chat/messages', handle: nodeApi(postMessage) },
  { method: 'POST', path: '/api/chat/messages/:id/edit', handle: nodeApi(postEdit) },
  { method: 'POST', path: '/api/chat/answers/:id/regenerate', handle: nodeApi(postRegenerate) },
  {
    method: 'GET',
    path: '/api/conversations',
    compressed: true,
    handle: nodeJsonApi((request, userId) => readList(userId, searchOf(request))),
  },
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
  streamText(nodeSink(response), { userId, id: sent.answerId, offset: 0, start: sent });
}
