import type { IncomingMessage, ServerResponse } from 'node:http';

import { apiGate } from '~/features/accounts/index.server';
import { describeFailure, retryHeader } from '~/http/failure.server';
import { limitUse } from '~/http/rate-limit.server';

import { uploadAttachment } from './upload-attachment.server';

type RoutedRequest = IncomingMessage & { params: Record<string, string>; ip?: string };

/** Uploads go to a file as they come, without Remix; the route of this address serves where only Remix runs. */
export const attachmentNodeRoutes = [
  { method: 'POST', path: '/api/attachments', handle: postAttachment },
] as const;

/** Percent-encoded, since headers are Latin. */
export function nameFromHeader(header: string | null | undefined): string {
  try {
    return decodeURIComponent(header ?? '');
  } catch {
    // Not from a page of ours: the file gets a name all the same.
    return '';
  }
}

function postAttachment(request: RoutedRequest, response: ServerResponse): void {
  upload(request, response).catch((err: unknown) => {
    const { status, error, retryAfter } = describeFailure(err);
    // What is still coming is of no use to anybody.
    send(response, status, { error }, { Connection: 'close', ...retryHeader({ retryAfter }) });
    request.resume();
  });
}

async function upload(request: RoutedRequest, response: ServerResponse): Promise<void> {
  const { session, setCookies } = await apiGate({ cookie: request.headers.cookie });
  if (setCookies.length > 0) response.setHeader('Set-Cookie', setCookies);
  await limitUse('attach', session.user.id, request.ip);
  const name = nameFromHeader(request.headers['x-file-name']?.toString());
  const file = await uploadAttachment({ userId: session.user.id, name, body: request });
  send(response, 200, { file });
}

function send(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    ...headers,
  });
  response.end(JSON.stringify(body));
}
