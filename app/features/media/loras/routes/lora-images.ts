import { nameFromHeader } from '~/http/file-headers';
import { del, get, patch, post, resource } from '~/http/resource.server';

import { fieldInput } from '../../media-input.server';
import {
  addLoraImage,
  captionLoraImage,
  removeLoraImage,
} from '../images/lora-image-actions.server';
import { serveLoraImage } from '../serve-lora.server';
import { loraCaption } from '../schema';
import { suggestCaption } from '../training/suggest-caption.server';

const placeOf = ({ id, imageId }: { readonly id: string; readonly imageId: string }) => ({
  loraId: id,
  id: imageId,
});

const api = resource(
  /** An image as the body, which is streamed to a file. */
  post(
    '/api/media/loras/:id/images',
    { access: 'user', limit: 'lora-upload', node: 'stream' },
    ({ scope, params, headers, bytes }) => {
      const name = nameFromHeader(headers.get('x-file-name'));
      return addLoraImage(params.id, { userId: scope, name, body: bytes() });
    },
  ),
  patch(
    '/api/media/loras/:id/images/:imageId',
    { access: 'user', limit: 'media-change', body: fieldInput(loraCaption) },
    ({ scope, params, body }) => captionLoraImage(scope, placeOf(params), body.caption),
  ),
  del(
    '/api/media/loras/:id/images/:imageId',
    { access: 'user', limit: 'media-change' },
    async ({ scope, params }) => {
      await removeLoraImage(scope, placeOf(params));
      return { success: true };
    },
  ),
  /** The AI's caption for the image: a proposal, which isn't stored. */
  post(
    '/api/media/loras/:id/images/:imageId/caption',
    { access: 'user', limit: 'lora-caption' },
    ({ scope, params }) => suggestCaption(scope, placeOf(params)),
  ),
  /** The image; `?size=320`: its small version. */
  get(
    '/api/media/loras/:id/images/:imageId/file',
    { access: 'user' },
    ({ scope, params, search, headers }) =>
      serveLoraImage(scope, placeOf(params), search.get('size'), headers.get('if-none-match')),
  ),
);

export type LoraImagesApi = typeof api;
export const loader = api.loader;
export const action = api.action;
