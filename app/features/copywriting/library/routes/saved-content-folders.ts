import { input } from '~/http/input.server';
import { del, patch, post, resource } from '~/http/resource.server';

import { createFolder, deleteFolder, renameFolder } from '../folders/folder-actions.server';
import { folderName, newFolder } from '../schema';

const api = resource(
  post(
    '/api/saved-content-folders',
    { access: 'user', limit: 'content-change', body: input(newFolder) },
    async ({ scope, body }) => ({ folder: await createFolder(scope, body) }),
  ),
  patch(
    '/api/saved-content-folders/:id',
    { access: 'user', limit: 'content-change', body: input(folderName) },
    async ({ scope, params, body }) => ({
      folder: await renameFolder(scope, params.id, body.name),
    }),
  ),
  /** The folder's contents move to its category. */
  del(
    '/api/saved-content-folders/:id',
    { access: 'user', limit: 'content-change' },
    async ({ scope, params }) => {
      await deleteFolder(scope, params.id);
      return { success: true };
    },
  ),
);

export type SavedContentFoldersApi = typeof api;
export const loader = api.loader;
export const action = api.action;
