import { ignoredFinding } from '~/features/brand/index.server';
import { input } from '~/http/input.server';
import { MAX_DOCUMENT_BODY } from '~/http/read-body.server';
import { del, get, patch, post, resource } from '~/http/resource.server';

import {
  changeFormat,
  changeImage,
  deleteContent,
  duplicateContent,
  editContent,
  ignoreInContent,
  moveContent,
  saveContent,
  undoContentDeletion,
} from '../content/content-actions.server';
import { downloadContent, requireContent } from '../content/open-content.server';
import { listSaved, parseSavedRequest, savedOverview } from '../list/list-contents.server';
import {
  contentEdit,
  contentMove,
  downloadFormat,
  formatChange,
  imageChoice,
  newContent,
  refusalOf,
  restoration,
} from '../schema';
import {
  listContentVersions,
  readContentVersion,
  restoreVersion,
} from '../versions/version-actions.server';

const readDownloadFormat = input(downloadFormat);

const api = resource(
  /**
   * The overview for the sidebar. With `?q=`, a page of search results; with `?category=&folder=`, a page of a place;
   * each from `&cursor=`.
   */
  get('/api/saved-content', { access: 'user' }, ({ scope, search }) => {
    const { selection, cursor } = parseSavedRequest(search);
    return selection ? listSaved(scope, selection, cursor) : savedOverview(scope);
  }),
  post(
    '/api/saved-content',
    {
      access: 'user',
      limit: 'save-content',
      body: input(newContent, refusalOf),
      maxBody: MAX_DOCUMENT_BODY,
    },
    async ({ scope, body }) => ({ item: await saveContent(scope, body) }),
  ),

  /** The current title, text, version, and format. */
  get('/api/saved-content/:id', { access: 'user' }, async ({ scope, params }) => {
    const { title, content, version, format } = await requireContent(scope, params.id);
    return { title, content, version, format };
  }),
  /** 409 when `version` is not the current one. */
  patch(
    '/api/saved-content/:id',
    {
      access: 'user',
      limit: 'content-change',
      body: input(contentEdit, refusalOf),
      maxBody: MAX_DOCUMENT_BODY,
    },
    async ({ scope, params, body }) => ({ item: await editContent(scope, params.id, body) }),
  ),
  del(
    '/api/saved-content/:id',
    { access: 'user', limit: 'content-change' },
    async ({ scope, params }) => {
      await deleteContent(scope, params.id);
      return { success: true };
    },
  ),
  post(
    '/api/saved-content/:id/restore',
    { access: 'user', limit: 'content-change' },
    async ({ scope, params }) => ({ item: await undoContentDeletion(scope, params.id) }),
  ),

  post(
    '/api/saved-content/:id/duplicate',
    { access: 'user', limit: 'save-content' },
    async ({ scope, params }) => ({ item: await duplicateContent(scope, params.id) }),
  ),
  post(
    '/api/saved-content/:id/move',
    { access: 'user', limit: 'content-change', body: input(contentMove) },
    async ({ scope, params, body }) => ({ item: await moveContent(scope, params.id, body) }),
  ),
  /** Sets the format; null removes it. */
  post(
    '/api/saved-content/:id/format',
    { access: 'user', limit: 'content-change', body: input(formatChange) },
    async ({ scope, params, body }) => ({
      item: await changeFormat(scope, params.id, body.format),
    }),
  ),
  /** Sets the image in its preview; null removes it. */
  post(
    '/api/saved-content/:id/image',
    { access: 'user', limit: 'content-change', body: input(imageChoice) },
    async ({ scope, params, body }) => {
      await changeImage(scope, params.id, body.imageId);
      return { success: true };
    },
  ),
  /** Ignores a finding of the brand check in it, or no longer; returns all keys that it ignores. */
  post(
    '/api/saved-content/:id/ignored',
    { access: 'user', limit: 'content-change', body: input(ignoredFinding) },
    async ({ scope, params, body }) => ({ ignored: await ignoreInContent(scope, params.id, body) }),
  ),
  /** The content as a file: `?as=markdown`, `html`, or `text`. */
  get('/api/saved-content/:id/download', { access: 'user' }, ({ scope, params, search }) =>
    downloadContent(scope, params.id, readDownloadFormat(search.get('as') ?? 'markdown')),
  ),

  /** A page of versions from `?cursor=`, without texts. */
  get('/api/saved-content/:id/versions', { access: 'user' }, ({ scope, params, search }) =>
    listContentVersions(scope, params.id, search.get('cursor')),
  ),
  get('/api/saved-content/:id/versions/:versionId', { access: 'user' }, ({ scope, params }) =>
    readContentVersion(scope, params.id, params.versionId),
  ),
  /** Restores a version over the one that the user saw, and returns the current text. */
  post(
    '/api/saved-content/:id/versions/:versionId',
    { access: 'user', limit: 'content-change', body: input(restoration) },
    ({ scope, params, body }) => restoreVersion(scope, params.id, params.versionId, body.version),
  ),
);

export type SavedContentApi = typeof api;
export const loader = api.loader;
export const action = api.action;
