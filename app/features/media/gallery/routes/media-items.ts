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
import { favourite, itemIds, readGalleryQuery } from '../schema';
import { serveItem, wantedPart } from '../serve-item.server';
import { uploadReference } from '../upload-reference.server';

const api = resource(
  /** A page of the gallery by `?kind=`, `?loraId=`, `?favourite=1`, `?from=`, and `?to=`, after the cursor `?before=`. */
  get('/api/media/items', { access: 'user' }, ({ scope, search }) =>
    readGallery(scope, readGalleryQuery(search)),
  ),
  /** Deletes items. */
  post(
    '/api/media/items/delete',
    { access: 'user', limit: 'media-change', body: fieldInput(itemIds) },
    async ({ scope, body }) => {
      await removeItems(scope, body.ids);
      return { success: true };
    },
  ),
  /** Undoes a deletion. */
  post(
    '/api/media/items/restore',
    { access: 'user', limit: 'media-change', body: fieldInput(itemIds) },
    async ({ scope, body }) => {
      await restoreItems(scope, body.ids);
      return { success: true };
    },
  ),

  /** An item with its request. */
  get('/api/media/items/:id', { access: 'user' }, ({ scope, params }) =>
    readItem(scope, params.id),
  ),
  patch(
    '/api/media/items/:id',
    { access: 'user', limit: 'media-change', body: fieldInput(favourite) },
    ({ scope, params, body }) => markFavorite(scope, params.id, body.favourite),
  ),
  /** An item's file, or a range of it; `?size=`: a smaller version or the poster; `?download=1`: as a download. */
  get('/api/media/items/:id/file', { access: 'user' }, ({ scope, params, search, remix }) => {
    const file = { size: search.get('size'), download: search.get('download') === '1' };
    return serveItem(scope, params.id, file, wantedPart(remix().request));
  }),
  /** The poster of a video that has none yet, as the body; returns the item. */
  post(
    '/api/media/items/:id/poster',
    { access: 'user', limit: 'media-upload' },
    ({ scope, params, bytes }) => keepPoster(scope, params.id, bytes()),
  ),

  /** A reference as the body, which is streamed to a file. */
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
