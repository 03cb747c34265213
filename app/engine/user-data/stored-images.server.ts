import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

import { createReadableStreamFromReadable } from '@remix-run/node';

import { ObjectMissing, objects, purgeOrphans } from '~/gateways/objects/index.server';
import { isKnownTag, privateFile } from '~/http/file-headers';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';
import { DAY_MS } from '~/lib/time';

interface StoredImagesOptions {
  /** The prefix of the keys; after it come the user and the image. */
  prefix: string;
  /** Which of these ids rows name. */
  named(ids: string[]): Promise<string[]>;
  texts: { gone: string; away: string; failed: string };
}

/** Small WebP images that rows name by an id, such as a person's photo. A stored image never changes. */
export function storedImages({ prefix, named, texts }: StoredImagesOptions) {
  const keyOf = (userId: UserScope, imageId: string) => `${prefix}${userId}/${imageId}`;
  const idIn = (key: string) => key.split('/')[2] ?? '';

  async function read(userId: UserScope, imageId: string) {
    return (await objects()).get(keyOf(userId, imageId)).catch((cause: unknown) => {
      if (cause instanceof ObjectMissing) throw new AppError('not-found', texts.gone, { cause });
      throw new AppError('unavailable', texts.away, { cause });
    });
  }

  return {
    keyOf,
    read,

    /** Call it before a row names the image. @throws AppError `unavailable` */
    async store(userId: UserScope, imageId: string, file: string): Promise<void> {
      try {
        const { size } = await stat(file);
        const body = { stream: createReadStream(file), length: size };
        await (await objects()).put(keyOf(userId, imageId), body, { type: 'image/webp' });
      } catch (cause) {
        throw new AppError('unavailable', texts.failed, { cause });
      }
    },

    /** Removes an image that no row names any more. If that fails, `purge` removes it later. */
    async remove(userId: UserScope, imageId: string): Promise<void> {
      try {
        await (await objects()).delete([keyOf(userId, imageId)]);
      } catch (err) {
        log.warn({ err, userId, prefix }, 'removing an image failed, a job tries again');
      }
    },

    /** Sends an image to its owner. Nothing in it can run. @throws AppError `not-found`, `unavailable` */
    async serve(
      userId: UserScope,
      imageId: string | null,
      ifNoneMatch: string | null = null,
    ): Promise<Response> {
      if (imageId === null) throw new AppError('not-found', texts.gone);
      // A new image has a new id.
      const tag = `"${imageId}"`;
      const caching = privateFile(tag);
      if (isKnownTag(ifNoneMatch, tag)) {
        return new Response(null, { status: 304, headers: caching });
      }
      const { body, type, length } = await read(userId, imageId);
      return new Response(createReadableStreamFromReadable(body), {
        headers: {
          'Content-Type': type,
          'Content-Length': String(length),
          'Content-Security-Policy': "default-src 'none'; sandbox",
          'X-Content-Type-Options': 'nosniff',
          ...caching,
        },
      });
    },

    /** A job: removes images that no row names and that are older than a day. */
    async purge(now: Date): Promise<void> {
      const before = new Date(now.getTime() - DAY_MS);
      const removed = await purgeOrphans(prefix, before, async (keys) => {
        const known = new Set(await named(keys.map(idIn).filter(isId)));
        return (key) => known.has(idIn(key));
      });
      if (removed > 0) log.info({ prefix, removed }, 'removed images that no row names');
    },
  };
}
