import { post, resource } from '~/http/resource.server';

import { retryJob } from '../job-actions.server';

const api = resource(
  /** Puts a job that was given up back into the queue. */
  post(
    '/api/admin/jobs/:id/retry',
    { access: 'admin', limit: 'admin' },
    async ({ scope, address, params }) => {
      await retryJob({ id: scope, address }, params.id);
      return {};
    },
  ),
);

export type JobsApi = typeof api;
export const loader = api.loader;
export const action = api.action;
