import type { IncomingMessage } from 'node:http';

import { AppError } from '~/lib/errors';

import { parseJson } from './parse-json';

const MALFORMED = 'The request could not be read.';

/**
 * The JSON body of a Node request of at most `limit` bytes.
 * @throws AppError `invalid` when it is longer, not UTF-8 JSON, or broken off; `too-large` when it has too many parts
 */
export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of request) {
      size += (part as Buffer).length;
      if (size > limit) throw new AppError('invalid', 'This is too long to be sent.');
      parts.push(part as Buffer);
    }
    return parseJson(Buffer.concat(parts));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('invalid', MALFORMED, { cause });
  }
}
