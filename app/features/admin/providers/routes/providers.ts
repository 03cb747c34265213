import { requireRecentLogin } from '~/features/accounts/index.server';
import { AppError } from '~/lib/errors';
import { input } from '~/http/input.server';
import { del, NO_SUCH_ADDRESS, post, put, resource } from '~/http/resource.server';

import { typedProvider, typedServer } from '../../schema';
import type { Purpose } from '../provider';
import {
  findModels,
  findVideoModels,
  isPurpose,
  removeProvider,
  saveProvider,
  testProvider,
} from '../provider-actions.server';

const api = resource(
  /** Connects a provider. */
  put(
    '/api/admin/providers/:purpose',
    { access: 'admin', limit: 'admin', body: input(typedProvider) },
    async ({ scope, session, address, params, body }) => {
      const purpose = purposeOf(params.purpose);
      requireRecentLogin(session);
      await saveProvider({ id: scope, address }, purpose, body, new Date());
      return {};
    },
  ),
  /** Disconnects it. */
  del(
    '/api/admin/providers/:purpose',
    { access: 'admin', limit: 'admin' },
    async ({ scope, session, address, params }) => {
      const purpose = purposeOf(params.purpose);
      requireRecentLogin(session);
      await removeProvider({ id: scope, address }, purpose);
      return {};
    },
  ),
  /** Tries a provider before it's saved. */
  post(
    '/api/admin/providers/:purpose/test',
    { access: 'admin', limit: 'connection-test', body: input(typedProvider) },
    ({ user, params, body }) => testProvider(purposeOf(params.purpose), body, user),
  ),
  /** The models that a server lists. */
  post(
    '/api/admin/providers/:purpose/models',
    { access: 'admin', limit: 'connection-test', body: input(typedServer) },
    async ({ params, body }) => {
      const purpose = purposeOf(params.purpose);
      if (purpose === 'email') throw new AppError('not-found', NO_SUCH_ADDRESS);
      return purpose === 'video'
        ? { models: [], videoModels: await findVideoModels(body.key) }
        : { models: await findModels(purpose, body), videoModels: [] };
    },
  ),
);

/** @throws AppError `not-found` */
function purposeOf(name: string): Purpose {
  if (!isPurpose(name)) throw new AppError('not-found', NO_SUCH_ADDRESS);
  return name;
}

export type ProvidersApi = typeof api;
export const loader = api.loader;
export const action = api.action;
