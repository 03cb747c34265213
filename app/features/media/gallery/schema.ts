import { z } from 'zod';

import { MAX_ITEMS_AT_ONCE } from '../media';

// What the routes of the gallery take.

export const favourite = z.object({ favourite: z.boolean() });
export const itemIds = z.object({
  ids: z
    .array(z.uuid())
    .min(1)
    .max(MAX_ITEMS_AT_ONCE, `Please choose ${MAX_ITEMS_AT_ONCE} pictures at the most.`),
});

export const itemKind = z.enum(['image', 'video']);
export const loraId = z.uuid();
export const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
