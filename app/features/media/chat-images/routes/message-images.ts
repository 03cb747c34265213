import { post, resource } from '~/http/resource.server';

import { requestOfferedImage } from '../offer-image.server';

const api = resource(
  /** Makes the image that was offered for an answer; returns its job. */
  post(
    '/api/media/answers/:id/image',
    { access: 'user', limit: 'media-create' },
    ({ scope, params }) => requestOfferedImage(scope, params.id),
  ),
);

export type MessageImagesApi = typeof api;
export const loader = api.loader;
export const action = api.action;
