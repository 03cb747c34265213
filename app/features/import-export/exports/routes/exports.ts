import { del, get, post, resource } from '~/http/resource.server';

import { listExports, removeExport, requestExport } from '../export-actions.server';
import { serveExport } from '../serve-export.server';

const api = resource(
  /** The archives of the account, newest first. */
  get('/api/exports', { access: 'user' }, ({ scope }) => listExports(scope)),
  /** Has one made, and answers how it stands. */
  post('/api/exports', { access: 'user', limit: 'export' }, ({ scope }) => requestExport(scope)),

  /** Ends one that is being made, or removes one that is there. */
  del(
    '/api/exports/:id',
    { access: 'user', limit: 'export-download' },
    async ({ scope, params }) => {
      await removeExport(scope, params.id);
      return { removed: params.id };
    },
  ),
  /** The archive, for the account that it is of; in parts where the network breaks off. */
  get(
    '/api/exports/:id/file',
    { access: 'user', limit: 'export-download' },
    // By its signal, the archive is read no further than the browser takes it.
    (call) => serveExport(call.scope, call.params.id, call.remix().request),
  ),
);

export type ExportsApi = typeof api;
export const loader = api.loader;
export const action = api.action;
