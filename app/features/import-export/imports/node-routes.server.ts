import type { IncomingMessage, ServerResponse } from 'node:http';

import { apiGate } from '~/features/accounts/index.server';
import { describeFailure, retryHeader } from '~/http/failure.server';
import { limitUse } from '~/http/rate-limit.server';
import { TooManyRequests } from '~/http/too-many-requests';

import { uploadPart } from './upload-part.server';

type RoutedRequest = IncomingMessage & { params: Record<string, string>; ip?: string };

/** Parts go to the store as they come, without Remix; the route of this address serves where only Remix runs. */
export const importNodeRoutes = [
  { method: 'PUT', path: '/api/imports/:id/files/:file/parts/:part', handle: putPart },
] as const;

function putPart(request: RoutedRequest, response: ServerResponse): void {
  store(request, response).catch((err: unknown) => {
    const { status, error, retryAfter } = describeFailure(err);
    answer(response, status, {
      body: { error },
      headers: {
        // What is still coming is of no use to anybody.
        Connection: 'close',
        ...retryHeader({ retryAfter }),
        ...(err instanceof TooManyRequests && { 'Retry-After': String(err.retryAfterSeconds) }),
      },
    });
    request.resume();
  });
}

async function store(request: RoutedRequest, response: ServerResponse): Promise<void> {
  const { session, setCookies } = await apiGate({ cookie: request.headers.cookie });
  if (setCookies.length > 0) response.setHeader('Set-Cookie', setCookies);
  await limitUse('import-part', session.user.id, request.ip);
  const { id, file, part } = request.params;
  const length = request.headers['content-length'];
  await uploadPart({
    userId: session.user.id,
    importId: id,
    file,
    part,
    length: length === undefined ? null : Number(length),
    // The answer to a part that is refused goes out over the same connection.
    body: request.iterator({ destroyOnReturn: false }),
  });
  answer(response, 204, {});
}

function answer(
  response: ServerResponse,
  status: number,
  { body, headers = {} }: { body?: object; headers?: Record<string, string> },
): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    ...(body && { 'Content-Type': 'application/json; charset=utf-8' }),
    'Cache-Control': 'no-store',
    ...headers,
  });
  response.end(body && JSON.stringify(body));
}
