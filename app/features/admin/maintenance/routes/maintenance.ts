import { announceMaintenance, clearMaintenance } from '~/features/site/index.server';
import { input } from '~/http/input.server';
import { del, post, resource } from '~/http/resource.server';

import { typedAnnouncement } from '../../schema';

const api = resource(
  post(
    '/api/admin/maintenance',
    { access: 'admin', limit: 'admin', body: input(typedAnnouncement) },
    async ({ scope, user: { timeZone }, address, body }) => {
      await announceMaintenance({ id: scope, timeZone, address }, body, new Date());
      return {};
    },
  ),
  /** Withdraws the announcement. */
  del(
    '/api/admin/maintenance',
    { access: 'admin', limit: 'admin' },
    async ({ scope, user: { timeZone }, address }) => {
      await clearMaintenance({ id: scope, timeZone, address });
      return {};
    },
  ),
);

export type MaintenanceApi = typeof api;
export const loader = api.loader;
export const action = api.action;
