import { ignoredFinding } from '~/features/brand/index.server';
import { input } from '~/http/input.server';
import { MAX_DOCUMENT_BODY } from '~/http/read-body.server';
import { del, get, patch, post, resource } from '~/http/resource.server';

import {
  changeFormat,
  changeImage,
  deleteDocument,
  editDocument,
  ignoreInDocument,
  openAsDocument,
  openWithPatches,
  undoDocumentDeletion,
} from '../document-actions.server';
import { decidePatches } from '../patches/decide-patches.server';
import { saveAsContent } from '../save-document.server';
import {
  decision,
  documentEdit,
  formatChange,
  imageChoice,
  newDocument,
  restoration,
} from '../schema';
import {
  listDocumentVersions,
  readDocumentVersion,
  restoreDocumentVersion,
} from '../versions/version-actions.server';

const api = resource(
  /** Opens an answer as a document; the one that it has already, if there is one. */
  post(
    '/api/chat/documents',
    { access: 'user', limit: 'save-content', body: input(newDocument) },
    ({ scope, body }) => openAsDocument(scope, body.messageId),
  ),
  /** A document with the suggestions that aren't decided on. */
  get('/api/chat/documents/:id', { access: 'user' }, ({ scope, params }) =>
    openWithPatches(scope, params.id),
  ),
  /** 409 when `version` is not the current one. */
  patch(
    '/api/chat/documents/:id',
    {
      access: 'user',
      limit: 'content-change',
      body: input(documentEdit),
      maxBody: MAX_DOCUMENT_BODY,
    },
    ({ scope, params, body }) => editDocument(scope, params.id, body),
  ),
  del(
    '/api/chat/documents/:id',
    { access: 'user', limit: 'content-change' },
    async ({ scope, params }) => {
      await deleteDocument(scope, params.id);
      return { success: true };
    },
  ),
  post(
    '/api/chat/documents/:id/restore',
    { access: 'user', limit: 'content-change' },
    ({ scope, params }) => undoDocumentDeletion(scope, params.id),
  ),

  /** Sets the format; null removes it. */
  post(
    '/api/chat/documents/:id/format',
    { access: 'user', limit: 'content-change', body: input(formatChange) },
    async ({ scope, params, body }) => {
      await changeFormat(scope, params.id, body.format);
      return { success: true };
    },
  ),
  /** Sets the image in its preview; null removes it. */
  post(
    '/api/chat/documents/:id/image',
    { access: 'user', limit: 'content-change', body: input(imageChoice) },
    async ({ scope, params, body }) => {
      await changeImage(scope, params.id, body.imageId);
      return { success: true };
    },
  ),
  /** Ignores a finding of the brand check in it, or no longer; returns all keys that it ignores. */
  post(
    '/api/chat/documents/:id/ignored',
    { access: 'user', limit: 'content-change', body: input(ignoredFinding) },
    async ({ scope, params, body }) => ({
      ignored: await ignoreInDocument(scope, params.id, body),
    }),
  ),
  /** Saves it as content, or what has changed since; `isNew` says which. */
  post(
    '/api/chat/documents/:id/save',
    { access: 'user', limit: 'save-content' },
    ({ scope, params }) => saveAsContent(scope, params.id),
  ),

  /** Accepts or refuses suggestions, and returns the document as it is then. */
  post(
    '/api/chat/documents/:id/patches',
    { access: 'user', limit: 'content-change', body: input(decision) },
    ({ scope, params, body }) => decidePatches(scope, params.id, body),
  ),

  /** A page of versions from `?cursor=`, without texts. */
  get('/api/chat/documents/:id/versions', { access: 'user' }, ({ scope, params, search }) =>
    listDocumentVersions(scope, params.id, search.get('cursor')),
  ),
  get('/api/chat/documents/:id/versions/:versionId', { access: 'user' }, ({ scope, params }) =>
    readDocumentVersion(scope, params.id, params.versionId),
  ),
  /** Restores a version over the one that the person saw, and returns the current text. */
  post(
    '/api/chat/documents/:id/versions/:versionId',
    { access: 'user', limit: 'content-change', body: input(restoration) },
    ({ scope, params, body }) =>
      restoreDocumentVersion(scope, params.id, params.versionId, body.version),
  ),
);

export type DocumentsApi = typeof api;
export const loader = api.loader;
export const action = api.action;
