import type { ServerResponse } from 'node:http';

import { nameFromHeader } from '~/features/attachments/index.server';
import { nodeApi, type RoutedRequest } from '~/features/auth/index.server';
import { limitUse } from '~/lib/rate-limit.server';

import { uploadReference } from './items/upload-reference.server';

/** Uploads go to a file as they come, without Remix; the route of this address serves where only Remix runs. */
export const mediaNodeRoutes = [
  { method: 'POST', path: '/api/media/uploads', handle: nodeApi(postUpload) },
] as const;

async function postUpload(
  request: RoutedRequest,
  response: ServerResponse,
  userId: string,
): Promise<void> {
  try {
    await limitUse('media-upload', userId, request.ip);
    const name = nameFromHeader(request.headers['x-file-name']?.toString());
    const upload = await uploadReference({ userId, name, body: request });
    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
    });
    response.end(JSON.stringify(upload));
  } catch (error) {
    // What is still coming is of no use to anybody.
    response.setHeader('Connection', 'close');
    request.resume();
    throw error;
  }
}
