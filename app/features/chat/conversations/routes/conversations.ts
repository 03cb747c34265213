import { input, type Input } from '~/http/input.server';
import { MAX_DOCUMENT_BODY } from '~/http/read-body.server';
import { del, get, patch, post, resource } from '~/http/resource.server';
import { AppError } from '~/lib/errors';

import {
  archiveConversations,
  createConversation,
  deleteConversation,
  deleteConversations,
  moveConversations,
  pinConversation,
  rename,
  undoDeletion,
  undoDeletions,
} from '../conversation-actions.server';
import {
  exportConversation,
  readConversationFormat,
} from '../../archive/export-conversation.server';
import {
  conversationBatch,
  conversationChange,
  newConversation,
  settingsChange,
  titledContent,
} from '../../schema';
import { listCounts, parseListRequest, readList } from '../list/list-conversations.server';
import { changeSettings } from '../conversation-actions.server';
import { generateTitle } from '../settings/make-title.server';

const UNREADABLE = 'This change could not be read.';

const readTitledContent: Input<{ content: string }, string> = (body) => {
  const parsed = titledContent.safeParse(body);
  if (parsed.success) return parsed.data.content;
  const error = 'content must be text with at least one character';
  throw new AppError('invalid', error, { fields: { content: error } });
};

const api = resource(
  /** The start of the list, narrowed by `?q=&from=&to=`; with `&group=&cursor=`, a page of a group. */
  get('/api/conversations', { access: 'user', node: 'compressed' }, ({ scope, search }) =>
    readList(scope, search),
  ),
  /** The number of imports and of conversations in each folder, narrowed by `?q=&from=&to=`. */
  get('/api/conversations/counts', { access: 'user' }, ({ scope, search }) =>
    listCounts(scope, parseListRequest(search).filter),
  ),
  post(
    '/api/conversations',
    { access: 'user', limit: 'new-chat', body: input(newConversation) },
    async ({ scope, body }) => ({ id: await createConversation(scope, body.localProfileId) }),
  ),
  /** Performs an action on several conversations; `ids` are those that it changed, without those that don't exist. */
  post(
    '/api/conversations/batch',
    { access: 'user', limit: 'conversation-change', body: input(conversationBatch, UNREADABLE) },
    async ({ scope, body }) => {
      switch (body.action) {
        case 'archive':
          return { ids: await archiveConversations(scope, body.ids, true) };
        case 'unarchive':
          return { ids: await archiveConversations(scope, body.ids, false) };
        case 'delete':
          return { ids: await deleteConversations(scope, body.ids) };
        case 'restore':
          return { ids: await undoDeletions(scope, body.ids) };
        case 'move':
          return { ids: await moveConversations(scope, body.ids, body.folderId) };
      }
    },
  ),

  patch(
    '/api/conversations/:id',
    { access: 'user', limit: 'conversation-change', body: input(conversationChange, UNREADABLE) },
    async ({ scope, params, body }) => ({
      conversation:
        'title' in body
          ? await rename(scope, params.id, body.title)
          : await pinConversation(scope, params.id, body.pinned),
    }),
  ),
  del(
    '/api/conversations/:id',
    { access: 'user', limit: 'conversation-change' },
    async ({ scope, params }) => {
      await deleteConversation(scope, params.id);
      return { success: true };
    },
  ),
  /** Undoes a deletion. */
  post(
    '/api/conversations/:id/restore',
    { access: 'user', limit: 'conversation-change' },
    async ({ scope, params }) => {
      await undoDeletion(scope, params.id);
      return { success: true };
    },
  ),
  /** Changes the settings in the body. */
  patch(
    '/api/conversations/:id/settings',
    {
      access: 'user',
      limit: 'conversation-change',
      body: input(settingsChange, 'These settings could not be read.'),
    },
    async ({ scope, params, body }) => ({ settings: await changeSettings(scope, params.id, body) }),
  ),
  /** The conversation as a file: `?format=markdown`, `json`, or `html`; with `&show=1` in the browser, for printing. */
  get(
    '/api/conversations/:id/export',
    { access: 'user', limit: 'conversation-export' },
    ({ scope, params, search, signal }) =>
      exportConversation(scope, params.id, readConversationFormat(search), signal),
  ),

  post(
    '/api/tools/generate-title',
    { access: 'user', limit: 'title', body: readTitledContent, maxBody: MAX_DOCUMENT_BODY },
    async ({ scope, body }) => ({ title: await generateTitle(body, scope) }),
  ),
);

export type ConversationsApi = typeof api;
export const loader = api.loader;
export const action = api.action;
