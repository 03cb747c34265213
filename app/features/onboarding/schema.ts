import { z } from 'zod';

import { DRAFT_FIELDS } from '~/features/brand';

// The input of the steps. The use cases check lengths, since they have texts for that.

export const business = z.object({ name: z.string(), about: z.string(), clientKey: z.uuid() });

export const brandDocument = z.object({
  /** The draft that it came from. */
  draftId: z.uuid().nullable(),
  texts: z.strictObject(
    Object.fromEntries(DRAFT_FIELDS.map((field) => [field, z.string().optional()])),
  ),
});

export const postsStart = z.object({ clientKey: z.uuid() });
