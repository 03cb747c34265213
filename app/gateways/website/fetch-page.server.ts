import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

import type { Dispatcher } from 'undici';

import { undici } from '~/lib/undici.server';

import { AddressRefused } from '../providers/guarded-connection.server';
import { isReadable, isSameSite, type TypedWebsite, WebsiteError } from './website';

const USER_AGENT = 'Mozilla/5.0 (compatible; Brandwright/1.0)';
const MAX_REDIRECTS = 5;

export interface Connection {
  dispatcher: Dispatcher;
  /** Ends the whole read. */
  signal: AbortSignal;
  /** From the first byte of a request to the last of its answer, redirects not included. */
  requestMs: number;
}

export interface Visit extends Connection {
  /** Asked before each request, redirects included. @throws WebsiteError */
  admit?: (url: URL) => Promise<void>;
  maxBytes: number;
  /** The types that are asked for; pages and texts by default. */
  accept?: string;
  /** Whether only what's left of a larger answer is dropped. */
  cut?: boolean;
  /** What the website called the state of the page that is known: status 304 says that it is still the same. */
  known?: PageState;
}

/** How a website names a state of a page; empty if it doesn't. */
export interface PageState {
  etag: string;
  modified: string;
}

export interface Fetched {
  /** Where the redirects led. */
  url: URL;
  status: number;
  /** Lower-case, without parameters. */
  type: string;
  charset: string;
  state: PageState;
  body: Buffer;
}

const MAX_STATE = 200;

/** Fetches an address of a site and follows its redirects within that site. @throws WebsiteError */
export async function fetchPage(start: URL, visit: Visit): Promise<Fetched> {
  let url = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    await visit.admit?.(url);
    const fetched = await fetchOnce(url, visit);
    if (fetched instanceof URL) {
      if (!isReadable(fetched) || !isSameSite(fetched, start)) throw new WebsiteError('elsewhere');
      url = fetched;
    } else {
      return fetched;
    }
  }
  throw new WebsiteError('loop');
}

/** The answer, or where it redirects to. */
async function fetchOnce(url: URL, visit: Visit): Promise<Fetched | URL> {
  const late = AbortSignal.timeout(visit.requestMs);
  const signal = AbortSignal.any([visit.signal, late]);
  try {
    const { statusCode, headers, body } = await undici().request(url, {
      dispatcher: visit.dispatcher,
      signal,
      headers: {
        'user-agent': USER_AGENT,
        accept: visit.accept ?? 'text/html, application/xhtml+xml, text/plain;q=0.5',
        'accept-encoding': 'gzip, br',
        ...(visit.known && conditions(visit.known)),
      },
    });
    const header = (name: string) => headers[name]?.toString() ?? '';
    const location = statusCode >= 300 && statusCode < 400 ? header('location') : '';
    if (location !== '') {
      drop(body);
      const target = URL.parse(location, url);
      if (!target) throw new WebsiteError('elsewhere');
      target.hash = '';
      return target;
    }
    const [type = '', ...parameters] = header('content-type').toLowerCase().split(';');
    const charset = /^\s*charset\s*=\s*"?([\w:.-]+)/.exec(
      parameters.find((parameter) => parameter.includes('charset')) ?? '',
    );
    return {
      url,
      status: statusCode,
      type: type.trim(),
      charset: charset?.[1] ?? '',
      state: {
        etag: header('etag').slice(0, MAX_STATE).toWellFormed(),
        modified: header('last-modified').slice(0, MAX_STATE).toWellFormed(),
      },
      body: await readBody(body, header('content-encoding'), visit),
    };
  } catch (error) {
    throw failureOf(error, visit.signal, late);
  }
}

function conditions({ etag, modified }: PageState): Record<string, string> {
  // What can't stand in a header was cut, or is no tag at all.
  const isTag = etag.length < MAX_STATE && /^(?:W\/)?"[\x21\x23-\x7e]*"$/.test(etag);
  const isDate = modified.length < MAX_STATE && /^[\x20-\x7e]+$/.test(modified);
  return {
    ...(isTag && { 'if-none-match': etag }),
    ...(isDate && { 'if-modified-since': modified }),
  };
}

function drop(body: Readable): void {
  body.on('error', () => {});
  body.destroy();
}

/** Unpacks while it arrives, so that neither side of the packing grows beyond the limit. */
async function readBody(
  body: Readable,
  encoding: string,
  { maxBytes, cut = false }: Visit,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let unpacked = 0;
  let packed = 0;
  async function* bounded(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      packed += chunk.length;
      if (packed > maxBytes) throw new Enough();
      yield chunk;
    }
  }
  async function collect(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      parts.push(chunk.subarray(0, maxBytes - unpacked));
      unpacked += chunk.length;
      if (unpacked > maxBytes) throw new Enough();
    }
  }
  try {
    const kind = encoding.trim().toLowerCase();
    if (kind === '' || kind === 'identity') await pipeline(body, bounded, collect);
    else if (kind === 'gzip' || kind === 'x-gzip') {
      await pipeline(body, bounded, createGunzip(), collect);
    } else if (kind === 'br') await pipeline(body, bounded, createBrotliDecompress(), collect);
    else {
      drop(body);
      throw new WebsiteError('unreadable');
    }
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
    if (!cut) throw new WebsiteError('too-large');
  }
  return Buffer.concat(parts);
}

class Enough extends Error {}

function failureOf(error: unknown, caller: AbortSignal, late: AbortSignal): WebsiteError {
  if (error instanceof WebsiteError) return error;
  const options = { cause: error };
  if (late.aborted || (caller.aborted && isTimeout(caller.reason))) {
    return new WebsiteError('timed-out', options);
  }
  if (caller.aborted) return new WebsiteError('aborted', options);
  if (error instanceof AddressRefused) return new WebsiteError('inner', options);
  const { code = '' } = error as { code?: string };
  return new WebsiteError(code.startsWith('Z_') ? 'unreadable' : 'unreachable', options);
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError';
}

const TYPES = ['text/html', 'application/xhtml+xml', 'text/plain'];

/** Without a scheme, http is tried where https doesn't answer. */
export async function fetchStart(
  { url, hasScheme }: TypedWebsite,
  fetchAt: (url: URL) => Promise<Fetched>,
): Promise<Fetched> {
  try {
    return await fetchAt(url);
  } catch (error) {
    if (hasScheme || !(error instanceof WebsiteError) || error.code !== 'unreachable') throw error;
    const plain = new URL(url);
    plain.protocol = 'http:';
    return fetchAt(plain);
  }
}

/** @throws WebsiteError unless it is a page */
export function checked(page: Fetched): Fetched {
  const { status, type } = page;
  if (status === 404 || status === 410) throw new WebsiteError('not-found');
  if (status >= 500) throw new WebsiteError('fault');
  if (status !== 200) throw new WebsiteError('refused');
  if (!TYPES.includes(type)) throw new WebsiteError('kind');
  return page;
}
