import { input } from '~/http/input.server';
import { get, post, resource } from '~/http/resource.server';

import { readEarlierMessages } from '../../conversations/open-conversation.server';
import { branchChoice } from '../../schema';
import { chooseBranch } from '../choose-branch.server';
import { readConversationText, readFullMessage } from '../read-transcript.server';

const api = resource(
  /** Messages of the branch that is shown: a page `?before=` one of them, or all `?until=` another. */
  get('/api/conversations/:id/messages', { access: 'user' }, async ({ scope, params, search }) => {
    const part = { before: search.get('before'), until: search.get('until') };
    return { messages: await readEarlierMessages(scope, params.id, part) };
  }),
  /** The whole conversation in Markdown. */
  get('/api/conversations/:id/text', { access: 'user' }, async ({ scope, params }) => ({
    text: await readConversationText(scope, params.id),
  })),
  /** The conversation shows the branch through this message from now on; `leafId` is where that ends. */
  post(
    '/api/conversations/:id/branch',
    { access: 'user', limit: 'conversation-change', body: input(branchChoice) },
    async ({ scope, params, body }) => ({
      leafId: await chooseBranch(scope, params.id, body.messageId),
    }),
  ),
  /** A message in full, in Markdown, with the files that came with it. */
  get('/api/messages/:id', { access: 'user' }, ({ scope, params }) =>
    readFullMessage(scope, params.id),
  ),
);

export type MessagesApi = typeof api;
export const loader = api.loader;
export const action = api.action;
