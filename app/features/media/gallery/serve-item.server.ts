import { createReadableStreamFromReadable } from '@remix-run/node';

import {
  ObjectDamaged,
  ObjectMissing,
  objects,
  type ObjectRange,
} from '~/gateways/objects/index.server';
import { AppError } from '~/lib/errors';
import { isKnownTag, privateFile, wantedBytes } from '~/http/file-headers';
import { isId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';

import { mediaTexts } from '../refusals';
import { findItem, type ItemRow } from './item-data.server';
import { objectKey, IMAGE_FILES, type ImageFile } from './image-files.server';

/** Which bytes a request is for. */
export interface WantedPart {
  isHead: boolean;
  range: string | null;
  ifRange: string | null;
  ifNoneMatch: string | null;
  signal?: AbortSignal;
}

const WHOLE: WantedPart = { isHead: false, range: null, ifRange: null, ifNoneMatch: null };

export function wantedPart({ method, headers, signal }: Request): WantedPart {
  return {
    isHead: method === 'HEAD',
    range: headers.get('range'),
    ifRange: headers.get('if-range'),
    ifNoneMatch: headers.get('if-none-match'),
    signal,
  };
}

export interface ServeOptions {
  /** The longer edge of a smaller version, or of a video's poster; null for the file itself. */
  size: string | null;
  download: boolean;
}

/**
 * Serves an item's file, or a range of it, to its owner. Nothing in it can run.
 * @throws AppError `not-found`, `invalid`, `unavailable`
 */
export async function serveItem(
  userId: UserScope,
  id: string | undefined,
  { size, download }: ServeOptions,
  wanted: WantedPart = WHOLE,
): Promise<Response> {
  const file = size ?? 'file';
  if (!isFile(file)) throw new AppError('invalid', mediaTexts.unreadable);
  const row = isId(id) ? await findItem(userId, id) : null;
  if (!row) throw new AppError('not-found', mediaTexts.itemGone);
  if (file !== 'file' && row.kind === 'video' && !row.metadata.poster) {
    throw new AppError('not-found', mediaTexts.itemGone);
  }
  const type = file === 'file' ? row.type : 'image/webp';
  const name = `brandwright-${row.createdAt.toISOString().slice(0, 10)}-${row.id.slice(-6)}.${type.split('/')[1]}`;
  // A stored file never changes.
  const tag = `"${row.id}-${file}"`;
  const headers = new Headers({
    'Content-Type': type,
    'Content-Disposition': `${download ? 'attachment' : 'inline'}; filename="${name}"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Accept-Ranges': 'bytes',
    ...privateFile(tag),
  });
  if (isKnownTag(wanted.ifNoneMatch, tag)) return new Response(null, { status: 304, headers });
  const key = objectKey(userId, row.id, file);
  return answer(headers, tag, wanted, {
    length: () => lengthOf(key, file, row),
    read: (range) => read({ key, row, file }, range, wanted.signal),
  });
}

interface Content {
  length(): Promise<number>;
  read(range: ObjectRange | undefined): ReturnType<typeof read>;
}

async function answer(
  headers: Headers,
  tag: string,
  { isHead, range, ifRange }: WantedPart,
  content: Content,
): Promise<Response> {
  const requested =
    range !== null && (ifRange === null || ifRange === tag) && !isHead ? range : null;
  if (isHead) {
    headers.set('Content-Length', String(await content.length()));
    return new Response(null, { headers });
  }
  if (requested === null) {
    const { body, length } = await content.read(undefined);
    headers.set('Content-Length', String(length));
    return new Response(body, { headers });
  }
  const length = await content.length();
  const wanted = wantedBytes(requested, length);
  if (wanted === 'none') {
    headers.set('Content-Range', `bytes */${length}`);
    return new Response(null, { status: 416, headers });
  }
  if (wanted === 'all') {
    headers.set('Content-Length', String(length));
    const { body } = await content.read(undefined);
    return new Response(body, { headers });
  }
  const { start, end } = wanted;
  const { body } = await content.read(wanted);
  headers.set('Content-Length', String(end - start + 1));
  headers.set('Content-Range', `bytes ${start}-${end}/${length}`);
  return new Response(body, { status: 206, headers });
}

async function read(
  { key, row, file }: { key: string; row: ItemRow; file: ImageFile },
  range: ObjectRange | undefined,
  signal: AbortSignal | undefined,
): Promise<{ body: ReadableStream; length: number }> {
  const store = await objects();
  const { body, length } = await store.get(key, { range, signal }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw away(row, cause);
  });
  // Half of a file must not pass for the whole.
  if (file === 'file' && length !== row.bytes) {
    body.destroy();
    throw away(row, new ObjectDamaged());
  }
  // Seeking abandons the previous request, which is no failure.
  body.on('error', (err) => {
    if (!signal?.aborted) log.warn({ err, id: row.id }, 'a file was interrupted while it was sent');
  });
  return { body: createReadableStreamFromReadable(body), length };
}

async function lengthOf(key: string, file: ImageFile, row: ItemRow): Promise<number> {
  if (file === 'file' && row.kind === 'video') return row.bytes;
  const { length } = await (await objects()).head(key).catch((cause: unknown) => {
    throw away(row, cause);
  });
  return length;
}

function away({ kind }: ItemRow, cause: unknown): AppError {
  const isGone = cause instanceof ObjectMissing;
  const text = kind === 'video' ? mediaTexts.videoAway : mediaTexts.fileAway;
  return new AppError('unavailable', text, {
    cause,
    ...(isGone && { log: 'the file of an item is missing' }),
  });
}

function isFile(file: string): file is ImageFile {
  return (IMAGE_FILES as readonly string[]).includes(file);
}
