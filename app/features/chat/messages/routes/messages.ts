import { input } from '~/http/input.server';
import { get, post, resource } from '~/http/resource.server';

import { readEarlierMessages } from '../../conversations/open-conversation.server';
import { branchChoice } from '../../schema';
import { chooseBranch } from '../choose-branch.server';
import { readCall, readCalls } from '../read-calls.server';
import { readConversationText, readFullMessage } from '../read-transcript.server';

const api = resource(
  /** Messages of the branch that is shown: a page `?before=` a message, or all `?until=` another. */
  get('/api/conversations/:id/messages', { access: 'user' }, async ({ scope, params, search }) => {
    const part = { before: search.get('before'), until: search.get('until') };
    return { messages: await readEarlierMessages(scope, params.id, part) };
  }),
  /** The whole conversation in Markdown. */
  get('/api/conversations/:id/text', { access: 'user' }, async ({ scope, params }) => ({
    text: await readConversationText(scope, params.id),
  })),
  /** Shows the branch through this message from now on; `leafId` is its leaf. */
  post(
    '/api/conversations/:id/branch',
    { access: 'user', limit: 'conversation-change', body: input(branchChoice) },
    async ({ scope, params, body }) => ({
      leafId: await chooseBranch(scope, params.id, body.messageId),
    }),
  ),
  /** A message in full, in Markdown, with its files. */
  get('/api/messages/:id', { access: 'user' }, ({ scope, params }) =>
    readFullMessage(scope, params.id),
  ),
  /** What an answer had looked up, one line each. */
  get('/api/messages/:id/calls', { access: 'user' }, async ({ scope, params }) => ({
    calls: await readCalls(scope, params.id),
  })),
  /** What one of them was given and what it brought. */
  get('/api/messages/:id/calls/:place', { access: 'user' }, ({ scope, params }) =>
    readCall(scope, params.id, params.place),
  ),
);

export type MessagesApi = typeof api;
export const loader = api.loader;
export const action = api.action;
