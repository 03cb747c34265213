import { nameFromHeader } from '~/http/file-headers';
import { get, patch, post, resource } from '~/http/resource.server';

import { fieldInput } from '../../media-input.server';
import { keepPoster } from '../../videos/keep-poster.server';
import {
  restoreItems,
  markFavorite,
  readGallery,
  readItem,
  removeItems,
} from '../gallery-actions.server';
import { readGalleryQuery } from '../gallery-query.server';
import { favourite, itemIds } from '../schema';
import { serveItem, wantedPart } from '../serve-item.server';
import { uploadReference } from '../upload-reference.server';

const api = resource(
  /** A page of the gallery: `?kind=`, `?loraId=`, `?favourite=1`, `?from=` and `?to=`, each from `?before=` on. */
  get('/api/media/items', { access: 'user' }, ({ scope, search }) =>
    readGallery(scope, readGalleryQuery(search)),
  ),
  /** Takes items out of sight. */
  post(
    '/api/media/items/delete',
    { access: 'user', limit: 'media-change', body: fieldInput(itemIds) },
    async ({ scope, body }) => {
      await removeItems(scope, body.ids);
      return { success: true };
    },
  ),
  /** Takes a deletion back. */
  post(
    '/api/media/items/restore',
    { access: 'user', limit: 'media-change', body: fieldInput(itemIds) },
    async ({ scope, body }) => {
      await restoreItems(scope, body.ids);
      return { success: true };
    },
  ),

  /** An item with what was asked for. */
  get('/api/media/items/:id', { access: 'user' }, ({ scope, params }) =>
    readItem(scope, params.id),
  ),
  patch(
    '/api/media/items/:id',
    { access: 'user', limit: 'media-change', body: fieldInput(favourite) },
    ({ scope, params, body }) => markFavorite(scope, params.id, body.favourite),
  ),
  /** The file for its owner, or a range of it; `?size=` a smaller version or the poster, `?download=1` to keep it. */
  get('/api/media/items/:id/file', { access: 'user' }, ({ scope, params, search, remix }) => {
    const file = { size: search.get('size'), download: search.get('download') === '1' };
    return serveItem(scope, params.id, file, wantedPart(remix().request));
  }),
  /** An image of a video that has none yet, as the body; answers with the item. */
  post(
    '/api/media/items/:id/poster',
    { access: 'user', limit: 'media-upload' },
    ({ scope, params, bytes }) => keepPoster(scope, params.id, bytes()),
  ),

  /** An image to start others from, as the body, which goes to a file as it comes. */
  post(
    '/api/media/uploads',
    { access: 'user', limit: 'media-upload', node: 'stream' },
    ({ scope, headers, bytes }) => {
      const name = nameFromHeader(headers.get('x-file-name'));
      return uploadReference({ userId: scope, name, body: bytes() });
    },
  ),
);

export type MediaItemsApi = typeof api;
export const loader = api.loader;
export const action = api.action;
