import { input } from '~/http/input.server';
import { del, get, patch, post, resource } from '~/http/resource.server';

import { shareChange } from '../../schema';
import {
  endShareAt,
  shareConversation,
  shareOf,
  unshare,
  updateShare,
} from '../share-actions.server';
import { answerSharedMessage } from '../share-page.server';

const api = resource(
  /** Null while the conversation isn't shared. */
  get('/api/conversations/:id/share', { access: 'user' }, async ({ scope, params }) => ({
    share: await shareOf(scope, params.id),
  })),
  post(
    '/api/conversations/:id/share',
    { access: 'user', limit: 'conversation-change' },
    async ({ scope, params }) => ({ share: await shareConversation(scope, params.id) }),
  ),
  /** Extends the link to newer messages, or changes when it expires. */
  patch(
    '/api/conversations/:id/share',
    {
      access: 'user',
      limit: 'conversation-change',
      body: input(shareChange, 'This change could not be read.'),
    },
    async ({ scope, params, body }) => {
      if ('update' in body) return { share: await updateShare(scope, params.id) };
      const end = body.expiresAt === null ? null : new Date(body.expiresAt);
      return { share: await endShareAt(scope, params.id, end) };
    },
  ),
  del(
    '/api/conversations/:id/share',
    { access: 'user', limit: 'conversation-change' },
    async ({ scope, params }) => {
      await unshare(scope, params.id);
      return { share: null };
    },
  ),

  /** The full text of a message of a shared conversation that is too long for the page. It has its own limits. */
  get('/shared/:id/messages/:messageId', { access: 'anyone' }, ({ params, address }) =>
    answerSharedMessage(params.id, params.messageId, address),
  ),
);

export type SharesApi = typeof api;
export const loader = api.loader;
export const action = api.action;
