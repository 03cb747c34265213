import { z } from 'zod';

import { FORMAT_IDS } from '../formats/formats';

// The input of the routes of briefs and variants. check-brief.ts reads the brief itself.

export const clientKey = z.object({ clientKey: z.uuid() });
export const moreVariants = z.object({ formatId: z.enum(FORMAT_IDS), clientKey: z.uuid() });
export const imageChoice = z.object({ imageId: z.uuid().nullable() });
export const variantEdit = z.object({
  text: z.string(),
  /** The version that was edited. */
  version: z.int().min(1).max(2_147_483_647),
});
export const variantsToSave = z.object({
  variants: z
    .array(z.object({ id: z.uuid(), title: z.string(), folderId: z.uuid().nullable() }))
    .min(1)
    .max(100)
    .refine((variants) => new Set(variants.map(({ id }) => id)).size === variants.length),
});
