import { connectionFailure, ImageError } from './image-error';
import { MAX_IMAGE_BYTES } from './images';

const TIMEOUT_MS = 60_000;

/** Fetches what a provider left at a link, and no more than an image may have. @throws ImageError */
async function fetchOutput(
  url: string,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<Buffer> {
  if (!/^https?:\/\//i.test(url)) throw new ImageError('invalid-response');
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  try {
    // Some 10 MB that no one pays without such links.
    const { guardedFetch } = await import('../providers/guarded-fetch.server');
    const response = await guardedFetch(url, {
      headers,
      signal: AbortSignal.any([signal, deadline]),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new ImageError('output-gone', { status: response.status });
    }
    return await readBounded(response.body);
  } catch (error) {
    if (error instanceof ImageError) throw error;
    if (signal.aborted) throw new ImageError('aborted');
    if (deadline.aborted) throw new ImageError('timed-out', { detail: 'output' });
    throw new ImageError('output-gone', { detail: connectionFailure(error).detail, cause: error });
  }
}

async function readBounded(body: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  if (!body) throw new ImageError('output-gone');
  for await (const part of body) {
    size += part.length;
    // Leaving the loop ends the connection.
    if (size > MAX_IMAGE_BYTES) throw new ImageError('output-too-large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** @throws ImageError for what is longer than an image may be. */
export function decodeBase64(text: string): Buffer {
  if (text.length > (MAX_IMAGE_BYTES * 4) / 3 + 4) throw new ImageError('output-too-large');
  return Buffer.from(text, 'base64');
}

const DATA = /^data:[\w./+-]{0,100};base64,/;

/** A `data:` address or a link. */
export async function readOutput(url: string, signal: AbortSignal): Promise<Buffer> {
  const head = DATA.exec(url.slice(0, 200))?.[0];
  return head === undefined ? fetchOutput(url, signal) : decodeBase64(url.slice(head.length));
}
