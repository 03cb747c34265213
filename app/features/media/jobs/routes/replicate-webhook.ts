import { post, resource } from '~/http/resource.server';

import { handleProviderWebhook } from '../predictions.server';

const api = resource(
  /** Replicate's signed message that a prediction or a training has ended. */
  post(
    '/api/replicate/webhook',
    { access: 'anyone', limit: 'provider-webhook-address' },
    handleProviderWebhook,
  ),
);

export type ReplicateWebhookApi = typeof api;
export const loader = api.loader;
export const action = api.action;
