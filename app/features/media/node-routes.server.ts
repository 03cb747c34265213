import type { ServerResponse } from 'node:http';

import { nameFromHeader } from '~/http/file-name-header';
import { nodeApi, type RoutedRequest } from '~/features/accounts/index.server';
import { limitUse } from '~/http/rate-limit.server';

import { addLoraImage } from './loras/images/add-lora-image.server';
import { uploadReference } from './gallery/upload-reference.server';

/** Uploads go to a file as they come, without Remix; the route of this address serves where only Remix runs. */
export const mediaNodeRoutes = [
  { method: 'POST', path: '/api/media/uploads', handle: nodeApi(postUpload) },
  { method: 'POST', path: '/api/media/loras/:id/images', handle: nodeApi(postLoraImage) },
] as const;

function postUpload(
  request: RoutedRequest,
  response: ServerResponse,
  userId: string,
): Promise<void> {
  return take(request, response, async (name) => {
    await limitUse('media-upload', userId, request.ip);
    return uploadReference({ userId, name, body: request });
  });
}

function postLoraImage(
  request: RoutedRequest,
  response: ServerResponse,
  userId: string,
): Promise<void> {
  return take(request, response, async (name) => {
    await limitUse('lora-upload', userId, request.ip);
    return addLoraImage(request.params.id, { userId, name, body: request });
  });
}

async function take(
  request: RoutedRequest,
  response: ServerResponse,
  upload: (name: string) => Promise<object>,
): Promise<void> {
  try {
    const taken = await upload(nameFromHeader(request.headers['x-file-name']?.toString()));
    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
    });
    response.end(JSON.stringify(taken));
  } catch (error) {
    // What is still coming is of no use to anybody.
    response.setHeader('Connection', 'close');
    request.resume();
    throw error;
  }
}
