import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

/**
 * The body of a request as a Node stream. It may break before its reader listens, and without a listener that would end
 * the process. The reader learns of it all the same: the stream has failed.
 */
export function bodyOf({ body }: Request): Readable {
  if (body === null) return Readable.from([]);
  // eslint-disable-next-line no-restricted-properties -- the one place that listens
  const stream = Readable.fromWeb(body as ReadableStream);
  stream.on('error', () => {
    // For its reader to say.
  });
  return stream;
}
