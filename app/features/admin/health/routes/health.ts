import { AppError } from '~/lib/errors';
import { get, NO_SUCH_ADDRESS, post, resource } from '~/http/resource.server';

import { isPart } from '../connections';
import { health, metrics, readiness } from '../readiness.server';
import { readHealth } from '../read-health.server';
import { testConnection } from '../test-connections.server';

const api = resource(
  /** Whether the parts of the site work. */
  get('/api/admin/health', { access: 'admin' }, async () => ({
    parts: await readHealth(new Date()),
  })),
  /** Tests a part. */
  post(
    '/api/admin/connections/:part',
    { access: 'admin', limit: 'connection-test' },
    ({ user, params: { part } }) => {
      if (!isPart(part)) throw new AppError('not-found', NO_SUCH_ADDRESS);
      return testConnection(part, user);
    },
  ),

  // For machines, which call every few seconds without a session, and also while the database is unavailable.
  get('/healthz', { access: 'anyone', node: 'stream' }, health),
  get('/readyz', { access: 'anyone', node: 'stream' }, readiness),
  get('/metrics', { access: 'anyone', node: 'stream' }, ({ headers }) =>
    metrics(headers.get('authorization')),
  ),
);

export type HealthApi = typeof api;
export const loader = api.loader;
export const action = api.action;
