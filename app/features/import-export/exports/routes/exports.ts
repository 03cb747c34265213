import { del, get, post, resource } from '~/http/resource.server';

import { listExports, removeExport, requestExport } from '../export-actions.server';
import { serveExport } from '../serve-export.server';

const api = resource(
  /** The archives of the account, newest first. */
  get('/api/exports', { access: 'user' }, ({ scope }) => listExports(scope)),
  /** Requests one, and answers with its state. */
  post('/api/exports', { access: 'user', limit: 'export' }, ({ scope }) => requestExport(scope)),

  /** Cancels an unfinished one, or deletes one that has ended. */
  del(
    '/api/exports/:id',
    { access: 'user', limit: 'export-download' },
    async ({ scope, params }) => {
      await removeExport(scope, params.id);
      return { removed: params.id };
    },
  ),
  /** The archive itself; a download that was interrupted continues by byte ranges. */
  get(
    '/api/exports/:id/file',
    { access: 'user', limit: 'export-download' },
    // Its signal stops reading the archive when the browser goes away.
    (call) => serveExport(call.scope, call.params.id, call.remix().request),
  ),
);

export type ExportsApi = typeof api;
export const loader = api.loader;
export const action = api.action;
