import { input } from '~/http/input.server';
import { MAX_DOCUMENT_BODY } from '~/http/read-body.server';
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
  /** The newest imports. */
  get('/api/imports', { access: 'user' }, async ({ scope }) => ({
    items: await listImports(scope),
  })),
  /** Creates one; its files are uploaded next, part by part. */
  post(
    '/api/imports',
    { access: 'user', limit: 'import', body: input(newImport) },
    async ({ scope, body }) => new Reply(201, await createImport(scope, body.files)),
  ),

  /** Its state, and the parts that have arrived. */
  get('/api/imports/:id', { access: 'user' }, ({ scope, params }) =>
    requireImport(scope, params.id),
  ),
  /** Deletes what was imported with it. */
  del('/api/imports/:id', { access: 'user', limit: 'import' }, ({ scope, params }) =>
    removeImport(scope, params.id),
  ),
  /** Streamed to the object store. */
  put(
    '/api/imports/:id/files/:file/parts/:part',
    { access: 'user', limit: 'import-part', node: 'stream' },
    async ({ scope, params: { id, file, part }, headers, bytes }) => {
      const length = headers.get('content-length');
      await uploadPart({
        ...{ userId: scope, importId: id, file, part },
        length: length === null ? null : Number(length),
        // The response to a refused part needs the connection.
        body: bytes().iterator({ destroyOnReturn: false }),
      });
      return new Reply(204, undefined);
    },
  ),
  /** Starts reading a complete upload. */
  post('/api/imports/:id/read', { access: 'user', limit: 'import' }, ({ scope, params }) =>
    readUpload(scope, params.id),
  ),
  /** A page of the preview, from `?cursor=`. */
  get('/api/imports/:id/candidates', { access: 'user' }, ({ scope, params, search }) =>
    listCandidates(scope, params.id, search.get('cursor')),
  ),
  /** Starts importing what was chosen. */
  post(
    '/api/imports/:id/start',
    { access: 'user', limit: 'import', body: input(importChoice), maxBody: MAX_DOCUMENT_BODY },
    ({ scope, params, body }) => startImport(scope, params.id, body),
  ),
  post('/api/imports/:id/cancel', { access: 'user', limit: 'import' }, ({ scope, params }) =>
    cancelImport(scope, params.id),
  ),
  /** A page of the report, from `?cursor=`. */
  get('/api/imports/:id/report', { access: 'user' }, ({ scope, params, search }) =>
    listReport(scope, params.id, search.get('cursor')),
  ),
);

export type ImportsApi = typeof api;
export const loader = api.loader;
export const action = api.action;
