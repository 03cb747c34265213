import { get, post, Reply, resource } from '~/http/resource.server';

import { estimateInput, keyedInput } from '../../media-input.server';
import { requestVideo } from '../request-videos.server';
import { estimateVideo } from '../video-price.server';
import { videoRequest } from '../schema';
import { videoModels } from '../video-models.server';

const api = resource(
  /** Creates a job for a video; status 201 when it is new. */
  post(
    '/api/media/videos',
    { access: 'user', limit: 'media-create', body: keyedInput(videoRequest) },
    async ({ scope, body: { clientKey, request } }) => {
      const { job, isNew } = await requestVideo(scope, clientKey, request);
      return new Reply(isNew ? 201 : 200, job);
    },
  ),
  /** What such a video would cost. */
  post(
    '/api/media/videos/estimate',
    { access: 'user', limit: 'media-change', body: estimateInput(videoRequest) },
    ({ scope, body }) => estimateVideo(scope, body),
  ),
  /** The models that make videos; none without a provider. */
  get('/api/media/video-models', { access: 'user' }, () => {
    const models = videoModels();
    return { models, available: models.length > 0 };
  }),
);

export type VideosApi = typeof api;
export const loader = api.loader;
export const action = api.action;
