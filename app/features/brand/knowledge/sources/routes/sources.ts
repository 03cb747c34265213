import { nameFromHeader } from '~/http/file-headers';
import { input } from '~/http/input.server';
import { MAX_DOCUMENT_BODY } from '~/http/read-body.server';
import { del, get, patch, post, Reply, resource } from '~/http/resource.server';

import { addFile, addSources } from '../add-source.server';
import { newSource, pagesAfter, sourceChange } from '../schema';
import {
  changeOwnSource,
  deleteSource,
  findContents,
  pauseSource,
  readSourcePages,
  readSources,
  resumeSource,
  resyncSource,
  undoSourceDeletion,
} from '../source-actions.server';
import { sourceTexts } from '../texts';

const api = resource(
  /** A profile's sources, newest first, with their progress. */
  get('/api/profiles/:id/sources', { access: 'user' }, ({ scope, params }) =>
    readSources(scope, params.id),
  ),
  /** Adds a website, pasted text, or saved contents. */
  post(
    '/api/profiles/:id/sources',
    {
      access: 'user',
      limit: 'source-add',
      body: input(newSource),
      maxBody: MAX_DOCUMENT_BODY,
    },
    async ({ scope, params, body }) => ({ items: await addSources(scope, params.id, body) }),
  ),
  /** Saved contents to choose from, newest first: those that have the words of `?q=`, and 20 at most. */
  get(
    '/api/profiles/:id/sources/contents',
    { access: 'user', limit: 'search' },
    ({ scope, params, search }) => findContents(scope, params.id, search.get('q') ?? ''),
  ),
  /** Adds a file: the body is its content, X-File-Name its name. */
  post(
    '/api/profiles/:id/sources/files',
    { access: 'user', limit: 'source-file', node: 'stream' },
    async ({ scope, params, headers, bytes, signal }) => {
      const name = nameFromHeader(headers.get('x-file-name'));
      return { source: await addFile(scope, params.id, { name, body: bytes() }, signal) };
    },
  ),
  /** A source with 50 of its pages, after the position `?after=`; `?failed=1`: those that couldn't be read. */
  get('/api/profiles/:id/sources/:sourceId', { access: 'user' }, ({ scope, params, search }) =>
    readSourcePages(scope, params, {
      after: pagesAfter.parse(search.get('after') ?? -1),
      failed: search.get('failed') === '1',
    }),
  ),
  /** Renames it, or changes its pasted text. Status 409, and what it says now, when that was changed elsewhere. */
  patch(
    '/api/profiles/:id/sources/:sourceId',
    {
      access: 'user',
      limit: 'source-change',
      body: input(sourceChange),
      maxBody: MAX_DOCUMENT_BODY,
    },
    async ({ scope, params, body }) => {
      const { source, there } = await changeOwnSource(scope, params, body);
      const error = there ? sourceTexts.changedElsewhere : undefined;
      return new Reply(there ? 409 : 200, { source, there, error });
    },
  ),
  del(
    '/api/profiles/:id/sources/:sourceId',
    { access: 'user', limit: 'source-change' },
    async ({ scope, params }) => {
      await deleteSource(scope, params);
      return { success: true };
    },
  ),
  /** Undoes its deletion. */
  post(
    '/api/profiles/:id/sources/:sourceId/restore',
    { access: 'user', limit: 'source-change' },
    async ({ scope, params }) => ({ source: await undoSourceDeletion(scope, params) }),
  ),
  /** Reads it again. */
  post(
    '/api/profiles/:id/sources/:sourceId/resync',
    { access: 'user', limit: 'source-add' },
    async ({ scope, params }) => ({ source: await resyncSource(scope, params) }),
  ),
  post(
    '/api/profiles/:id/sources/:sourceId/pause',
    { access: 'user', limit: 'source-change' },
    async ({ scope, params }) => ({ source: await pauseSource(scope, params) }),
  ),
  post(
    '/api/profiles/:id/sources/:sourceId/resume',
    { access: 'user', limit: 'source-change' },
    async ({ scope, params }) => ({ source: await resumeSource(scope, params) }),
  ),
);

export type SourcesApi = typeof api;
export const loader = api.loader;
export const action = api.action;
