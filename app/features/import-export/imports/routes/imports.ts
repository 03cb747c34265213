import { input } from '~/http/input.server';
import { del, get, post, put, Reply, resource } from '~/http/resource.server';

import {
  cancelImport,
  createImport,
  listCandidates,
  listImports,
  listReport,
  readUpload,
  removeImport,
  requireImport,
  startImport,
} from '../import-actions.server';
import { importChoice, newImport } from '../schema';
import { uploadPart } from '../upload-part.server';

const api = resource(
  /** The user's newest ones. */
  get('/api/imports', { access: 'user' }, async ({ scope }) => ({
    items: await listImports(scope),
  })),
  /** Begins one; its files are uploaded next, part by part. */
  post(
    '/api/imports',
    { access: 'user', limit: 'import', body: input(newImport) },
    async ({ scope, body }) => new Reply(201, await createImport(scope, body.files)),
  ),

  /** How it stands, and which of its parts have arrived. */
  get('/api/imports/:id', { access: 'user' }, ({ scope, params }) =>
    requireImport(scope, params.id),
  ),
  /** Takes away again what came in with it. */
  del('/api/imports/:id', { access: 'user', limit: 'import' }, ({ scope, params }) =>
    removeImport(scope, params.id),
  ),
  /** Goes to the store as it comes. */
  put(
    '/api/imports/:id/files/:file/parts/:part',
    { access: 'user', limit: 'import-part', node: 'stream' },
    async ({ scope, params: { id, file, part }, headers, bytes }) => {
      const length = headers.get('content-length');
      await uploadPart({
        ...{ userId: scope, importId: id, file, part },
        length: length === null ? null : Number(length),
        // The answer to a part that is refused goes out over the same connection.
        body: bytes().iterator({ destroyOnReturn: false }),
      });
      return new Reply(204, undefined);
    },
  ),
  /** Everything has been uploaded: it is read. */
  post('/api/imports/:id/read', { access: 'user', limit: 'import' }, ({ scope, params }) =>
    readUpload(scope, params.id),
  ),
  /** What was found, a page from `?cursor=` on. */
  get('/api/imports/:id/candidates', { access: 'user' }, ({ scope, params, search }) =>
    listCandidates(scope, params.id, search.get('cursor')),
  ),
  /** Has what was chosen written. */
  post(
    '/api/imports/:id/start',
    { access: 'user', limit: 'import', body: input(importChoice) },
    ({ scope, params, body }) => startImport(scope, params.id, body),
  ),
  /** Ends it where it is. */
  post('/api/imports/:id/cancel', { access: 'user', limit: 'import' }, ({ scope, params }) =>
    cancelImport(scope, params.id),
  ),
  /** What there is to say about it, a page from `?cursor=` on. */
  get('/api/imports/:id/report', { access: 'user' }, ({ scope, params, search }) =>
    listReport(scope, params.id, search.get('cursor')),
  ),
);

export type ImportsApi = typeof api;
export const loader = api.loader;
export const action = api.action;
