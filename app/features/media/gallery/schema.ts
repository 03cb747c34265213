import { z } from 'zod';

import { parseListCursor } from '~/lib/list-cursor';

import { MAX_ITEMS_AT_ONCE } from '../media';
import { fieldInput } from '../media-input.server';
import type { GalleryQuery } from './gallery-actions.server';

// What requests about items bring.

export const favourite = z.object({ favourite: z.boolean() });
export const itemIds = z.object({
  ids: z
    .array(z.uuid())
    .min(1)
    .max(MAX_ITEMS_AT_ONCE, `Choose up to ${MAX_ITEMS_AT_ONCE} at a time.`),
});

const readKind = fieldInput(z.enum(['image', 'video']));
const readLoraId = fieldInput(z.uuid());
const readInstant = fieldInput(
  z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
);

/** The part of the gallery that an address is for. @throws AppError `invalid` */
export function readGalleryQuery(search: URLSearchParams): GalleryQuery {
  const read = <T>(name: string, parse: (value: string) => T): T | null => {
    const value = search.get(name);
    return value === null ? null : parse(value);
  };
  const cursor = read('before', parseListCursor);
  return {
    before: cursor && { createdAt: new Date(cursor.date), id: cursor.id },
    favourite: search.get('favourite') === '1',
    kind: read('kind', readKind),
    loraId: read('loraId', readLoraId),
    from: read('from', readInstant),
    to: read('to', readInstant),
  };
}
