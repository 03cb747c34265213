import { textStream } from '~/engine/generation/index.server';
import { input } from '~/http/input.server';
import { get, post, resource } from '~/http/resource.server';
import type { UserScope } from '~/lib/scope';

import { conversationSettings, messageEdit, newMessage, regeneration } from '../../schema';
import { continueAnswer } from '../answer-actions.server';
import { editMessage } from '../answer-actions.server';
import { previewPrompt } from '../answer-basis.server';
import { listPassages } from '../list-passages.server';
import { regenerateAnswer } from '../answer-actions.server';
import { MAX_MESSAGE_LENGTH, sendMessage } from '../send-message.server';
import type { Sent } from '../../conversations/conversation';

const UNREADABLE = 'This message could not be read.';
/** At most four bytes for each character, and some room for the rest of the request. */
const MAX_BODY = MAX_MESSAGE_LENGTH * 4 + 10_000;

/** Streams the answer while it is written; the `start` event reports what was stored. */
const answerStream = (userId: UserScope, sent: Sent) =>
  textStream({ userId, id: sent.answerId, offset: 0, start: sent });

const api = resource(
  post(
    '/api/chat/messages',
    {
      access: 'user',
      limit: 'chat',
      body: input(newMessage, UNREADABLE),
      maxBody: MAX_BODY,
      node: 'stream',
    },
    async ({ scope, body }) => answerStream(scope, await sendMessage({ ...body, userId: scope })),
  ),
  /** Writes another version of a message. */
  post(
    '/api/chat/messages/:id/edit',
    {
      access: 'user',
      limit: 'chat',
      body: input(messageEdit, UNREADABLE),
      maxBody: MAX_BODY,
      node: 'stream',
    },
    async ({ scope, params, body }) =>
      answerStream(scope, await editMessage({ ...body, userId: scope, questionId: params.id })),
  ),
  /** Answers a question again. */
  post(
    '/api/chat/answers/:id/regenerate',
    {
      access: 'user',
      limit: 'chat',
      body: input(regeneration),
      maxBody: MAX_BODY,
      node: 'stream',
    },
    async ({ scope, params, body }) =>
      answerStream(scope, await regenerateAnswer({ ...body, userId: scope, answerId: params.id })),
  ),
  /** Continues an interrupted answer; its text is then read like any generation's. */
  post(
    '/api/chat/answers/:id/continue',
    { access: 'user', limit: 'chat' },
    async ({ scope, params }) => {
      await continueAnswer(scope, params.id);
      return { success: true };
    },
  ),

  /** The questions that were sent with passages of documents, newest first; older ones with `?before=`. */
  get('/api/conversations/:id/passages', { access: 'user' }, ({ scope, params, search }) =>
    listPassages(scope, params.id, search.get('before')),
  ),

  /** Previews what these settings send to the AI before the messages. Changes nothing. */
  post(
    '/api/chat/prompt',
    {
      access: 'user',
      limit: 'conversation-change',
      body: input(conversationSettings, 'These settings could not be read.'),
    },
    ({ scope, body }) => previewPrompt(scope, body),
  ),
);

export type AnswersApi = typeof api;
export const loader = api.loader;
export const action = api.action;
