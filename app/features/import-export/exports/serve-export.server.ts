import { createReadableStreamFromReadable } from '@remix-run/node';

import { objects, readParts } from '~/gateways/objects/index.server';
import { AppError } from '~/lib/errors';
import { attachmentHeader } from '~/lib/files/file-name';
import { wantedBytes } from '~/http/file-headers';
import { isId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';

import { findExport, type ExportRow } from './export-data.server';
import { ARCHIVE_TYPE, attemptPrefix } from './export-objects.server';
import { exportRefusals } from './texts';

/**
 * The archive as a download, with support for byte ranges.
 * @throws AppError `not-found`, `unavailable`
 */
export async function serveExport(
  userId: UserScope,
  id: string | undefined,
  { method, headers: requested, signal }: Pick<Request, 'method' | 'headers' | 'signal'>,
  now = new Date(),
): Promise<Response> {
  const row = isId(id) ? await findExport(userId, id) : null;
  if (!row) throw new AppError('not-found', exportRefusals.gone);
  const { size, partSize } = row;
  const isOver = row.state === 'expired' || (row.expiresAt !== null && row.expiresAt <= now);
  if (isOver) throw new AppError('not-found', exportRefusals.over);
  if (row.state !== 'ready' || size === null || partSize === null) {
    throw new AppError('not-found', exportRefusals.notReady);
  }
  // The bytes of an attempt never change.
  const tag = `"${row.id}-${row.attempt}"`;
  const headers = new Headers({
    'Content-Type': ARCHIVE_TYPE,
    'Content-Disposition': attachmentHeader(nameOf(row)),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-store, no-transform',
    'Accept-Ranges': 'bytes',
    ETag: tag,
  });
  const ifRange = requested.get('if-range');
  const range = ifRange === null || ifRange === tag ? requested.get('range') : null;
  const part = method === 'HEAD' ? 'all' : wantedBytes(range, size);
  if (part === 'none') {
    headers.set('Content-Range', `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = part === 'all' ? { start: 0, end: size - 1 } : part;
  headers.set('Content-Length', String(end - start + 1));
  if (part !== 'all') headers.set('Content-Range', `bytes ${start}-${end}/${size}`);
  if (method === 'HEAD') return new Response(null, { headers });
  const body = await open({ ...row, size, partSize }, { start, end, signal });
  return new Response(body, { status: part === 'all' ? 200 : 206, headers });
}

function nameOf({ createdAt }: ExportRow): string {
  return `Brandwright ${createdAt.toISOString().slice(0, 10)}.zip`;
}

async function open(
  row: ExportRow & { size: number; partSize: number },
  { start, end, signal }: { start: number; end: number; signal: AbortSignal },
): Promise<ReadableStream> {
  const { size, partSize } = row;
  const file = { prefix: attemptPrefix(row), size, partSize };
  const body = readParts(await objects(), file, { start, end: end + 1, signal });
  // Once the first bytes are sent, the response can't become an error any more.
  await new Promise<void>((resolve, reject) => {
    body.once('readable', resolve);
    body.once('error', (cause) =>
      reject(new AppError('unavailable', exportRefusals.fileAway, { cause })),
    );
  });
  body.on('error', (err) => {
    if (!signal.aborted) log.warn({ err, id: row.id }, 'an archive could not be sent to its end');
  });
  return createReadableStreamFromReadable(body);
}
