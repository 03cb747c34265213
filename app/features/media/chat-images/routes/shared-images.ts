import { get, resource } from '~/http/resource.server';

import { serveSharedImage } from '../serve-shared-image.server';

const api = resource(
  /** An image of a message that a public link shows; `?size=640` or `1280`. */
  get(
    '/shared/:id/messages/:messageId/images/:itemId',
    { access: 'anyone', limit: 'shared-image-address' },
    ({ params, search, remix }) => serveSharedImage(params, search.get('size'), remix().request),
  ),
);

export type SharedImagesApi = typeof api;
export const loader = api.loader;
export const action = api.action;
