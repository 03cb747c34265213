import { z } from 'zod';

import { CATEGORY_IDS } from '../formats/categories';
import { FORMAT_IDS } from '../formats/formats';
import { DOWNLOAD_FORMATS, MAX_CONTENT } from './content/content';
import { libraryTexts } from './texts';

// The input of the routes of saved content.

const place = { category: z.enum(CATEGORY_IDS), folderId: z.uuid().nullable() };
const text = {
  title: z.string(),
  content: z.string().max(MAX_CONTENT, libraryTexts.contentTooLong),
};
const version = z.number().int().min(1).max(2_147_483_647);

const format = z.enum(FORMAT_IDS).nullable();

export const newContent = z.object({
  ...place,
  ...text,
  format: format.optional(),
  /** The text of the AI that is saved, such as an answer. */
  generationId: z.uuid().optional(),
});
export const contentEdit = z.object({
  ...text,
  /** The version that was edited. */
  version,
  /** Makes the replaced text a version regardless of its age, because the user saw that it was someone else's. */
  putAway: z.boolean().optional(),
});
export const contentMove = z.object(place);
export const formatChange = z.object({ format });
export const imageChoice = z.object({ imageId: z.uuid().nullable() });
export const newFolder = z.object({ category: z.enum(CATEGORY_IDS), name: z.string() });
export const folderName = z.object({ name: z.string() });
export const restoration = z.object({ version });
export const downloadFormat = z.enum(DOWNLOAD_FORMATS);

/** Names a text that is too long; any other invalid input can't come from our forms. */
export function refusalOf({ issues }: z.ZodError): string {
  const tooLong = issues.some(({ code }) => code === 'too_big');
  return tooLong ? libraryTexts.contentTooLong : 'This request could not be understood.';
}
