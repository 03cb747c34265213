import { z } from 'zod';

import { MAX_CONTENTS_AT_ONCE } from './source';

// The input of the routes of sources. The use cases check the lengths of texts, since they have sentences for that.

export const newSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('website'), address: z.string() }),
  z.object({ kind: z.literal('text'), name: z.string(), text: z.string() }),
  z.object({
    kind: z.literal('content'),
    contentIds: z.array(z.uuid()).min(1).max(MAX_CONTENTS_AT_ONCE),
  }),
]);

export const sourceChange = z.object({
  name: z.string().optional(),
  pasted: z.object({ text: z.string(), version: z.string() }).optional(),
});

const MAX_POSITION = 2_147_483_647;

/** The place in a source's list of pages; the beginning if there is none that can be one. */
export const pagesAfter = z.coerce.number().int().min(-1).max(MAX_POSITION).catch(-1);
