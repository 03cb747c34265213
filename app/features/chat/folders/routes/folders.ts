import { input } from '~/http/input.server';
import { del, patch, post, resource } from '~/http/resource.server';

import { folderName } from '../../schema';
import { createFolder, deleteFolder, renameFolder } from '../folder-actions.server';

const readName = input(folderName, 'This folder could not be read.');

const api = resource(
  post(
    '/api/conversation-folders',
    { access: 'user', limit: 'conversation-change', body: readName },
    async ({ scope, body }) => ({ folder: await createFolder(scope, body.name) }),
  ),
  patch(
    '/api/conversation-folders/:id',
    { access: 'user', limit: 'conversation-change', body: readName },
    async ({ scope, params, body }) => ({
      folder: await renameFolder(scope, params.id, body.name),
    }),
  ),
  /** Keeps its conversations. */
  del(
    '/api/conversation-folders/:id',
    { access: 'user', limit: 'conversation-change' },
    async ({ scope, params }) => {
      await deleteFolder(scope, params.id);
      return { success: true };
    },
  ),
);

export type FoldersApi = typeof api;
export const loader = api.loader;
export const action = api.action;
