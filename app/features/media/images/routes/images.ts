import { isImageDemo } from '~/gateways/images/index.server';
import { get, post, Reply, resource } from '~/http/resource.server';

import { estimateInput, keyedInput } from '../../media-input.server';
import { imageModels } from '../image-models.server';
import { estimateImages } from '../image-price.server';
import { readBrand, requestImages } from '../request-images.server';
import { imageRequest } from '../schema';

const api = resource(
  /** Creates a job for images; status 201 when it is new. */
  post(
    '/api/media/images',
    { access: 'user', limit: 'media-create', body: keyedInput(imageRequest) },
    async ({ scope, body: { clientKey, request } }) => {
      const { job, isNew } = await requestImages(scope, clientKey, request);
      return new Reply(isNew ? 201 : 200, job);
    },
  ),
  /** What such a request would cost. */
  post(
    '/api/media/images/estimate',
    { access: 'user', limit: 'media-change', body: estimateInput(imageRequest) },
    ({ scope, body }) => estimateImages(scope, body),
  ),
  /** The models that make images. */
  get('/api/media/models', { access: 'user' }, () => ({
    models: imageModels(),
    demo: isImageDemo(),
  })),
  /** The part of the profile `?profileId=` that goes into an image's prompt. */
  get('/api/media/brand', { access: 'user' }, async ({ scope, search }) => ({
    text: await readBrand(scope, search.get('profileId') ?? undefined),
  })),
);

export type ImagesApi = typeof api;
export const loader = api.loader;
export const action = api.action;
