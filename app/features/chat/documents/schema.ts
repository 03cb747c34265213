import { z } from 'zod';

import { FORMAT_IDS, MAX_CONTENT } from '~/features/copywriting';

import { MAX_PATCHES } from './patches/patch';

// The input of the routes of documents.

const version = z.number().int().min(1).max(2_147_483_647);

export const newDocument = z.object({ messageId: z.uuid() });
export const documentEdit = z.object({
  title: z.string(),
  content: z.string().max(MAX_CONTENT),
  /** The version that was edited. */
  version,
  /** Makes the replaced text a version regardless of its age, because the person saw that it was another one. */
  putAway: z.boolean().optional(),
});
export const formatChange = z.object({ format: z.enum(FORMAT_IDS).nullable() });
export const imageChoice = z.object({ imageId: z.uuid().nullable() });
export const restoration = z.object({ version });
export const decision = z.object({
  ids: z.array(z.uuid()).min(1).max(MAX_PATCHES),
  decision: z.enum(['accept', 'refuse']),
});
