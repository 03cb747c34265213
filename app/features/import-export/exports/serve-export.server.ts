import { createReadableStreamFromReadable } from '@remix-run/node';

import { objects, readParts } from '~/gateways/objects/index.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { attachmentHeader } from '~/lib/files/file-name';
import { wantedBytes } from '~/http/file-headers';
import { isId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';

import { importExportTexts } from '../texts';
import { ARCHIVE_TYPE, attemptPrefix } from './export-objects.server';
import { findExport, type ExportRow } from './export-data.server';

/**
 * The archive, or as much of it as is asked for, for the session of the account that it is of.
 * @throws AppError `not-found`, `unavailable`
 */
export async function serveExport(
  userId: UserScope,
  id: string | undefined,
  { method, headers: asked, signal }: Pick<Request, 'method' | 'headers' | 'signal'>,
  now = new Date(),
): Promise<Response> {
  const row = isId(id) ? await findExport(sql, userId, id) : null;
  if (!row) throw new AppError('not-found', importExportTexts.exportGone);
  const { size, partSize } = row;
  const isOver = row.state === 'expired' || (row.expiresAt !== null && row.expiresAt <= now);
  if (isOver) throw new AppError('not-found', importExportTexts.exportOver);
  if (row.state !== 'ready' || size === null || partSize === null) {
    throw new AppError('not-found', importExportTexts.exportNotReady);
  }
  // What an attempt has written is never changed.
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
  const ifRange = asked.get('if-range');
  const range = ifRange === null || ifRange === tag ? asked.get('range') : null;
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
  // Until the first bytes are there it can still be said in words that there are none.
  await new Promise<void>((resolve, reject) => {
    body.once('readable', resolve);
    body.once('error', (cause) =>
      reject(new AppError('unavailable', importExportTexts.exportFileAway, { cause })),
    );
  });
  body.on('error', (err) => {
    if (!signal.aborted) log.warn({ err, id: row.id }, 'an archive broke off while it was sent');
  });
  return createReadableStreamFromReadable(body);
}
