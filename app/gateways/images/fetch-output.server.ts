import { MINUTE_MS } from '~/lib/time';

import { connectionFailure, ProviderError } from '../providers/provider-error';
import { MAX_IMAGE_BYTES } from './images';

const TIMEOUT_MS = MINUTE_MS;

/** Fetches an image from a provider's link, up to the size limit. @throws ProviderError */
async function fetchOutput(
  url: string,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<Buffer> {
  if (!/^https?:\/\//i.test(url)) throw new ProviderError('invalid-response');
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  try {
    // Loaded on use: some 10 MB that a server without such links never needs.
    const { guardedFetch } = await import('../providers/guarded-fetch.server');
    const response = await guardedFetch(url, {
      headers,
      signal: AbortSignal.any([signal, deadline]),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new ProviderError('output-gone', { status: response.status });
    }
    return await readBounded(response.body);
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    if (signal.aborted) throw new ProviderError('aborted');
    if (deadline.aborted) throw new ProviderError('timed-out', { detail: 'output' });
    throw new ProviderError('output-gone', {
      detail: connectionFailure(error).detail,
      cause: error,
    });
  }
}

async function readBounded(body: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  if (!body) throw new ProviderError('output-gone');
  for await (const part of body) {
    size += part.length;
    // Leaving the loop closes the connection.
    if (size > MAX_IMAGE_BYTES) throw new ProviderError('output-too-large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** @throws ProviderError if it is larger than an image may be */
export function decodeBase64(text: string): Buffer {
  if (text.length > (MAX_IMAGE_BYTES * 4) / 3 + 4) throw new ProviderError('output-too-large');
  return Buffer.from(text, 'base64');
}

const DATA = /^data:[\w./+-]{0,100};base64,/;

/** Reads an image from a `data:` address or a link. @throws ProviderError */
export async function readOutput(url: string, signal: AbortSignal): Promise<Buffer> {
  const head = DATA.exec(url.slice(0, 200))?.[0];
  return head === undefined ? fetchOutput(url, signal) : decodeBase64(url.slice(head.length));
}
