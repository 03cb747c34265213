import { z } from 'zod';

import { CATEGORY_IDS } from '../formats/categories';
import { FORMAT_IDS } from '../formats/formats';
import { AppError } from '~/lib/errors';

import { MAX_CONTENT } from './content/content-fields';
import { DOWNLOAD_FORMATS } from './export/download-formats';
import { copyTexts } from './texts';

// What the routes of saved content take. Each throws AppError `invalid` for anything else.

const place = { category: z.enum(CATEGORY_IDS), folderId: z.uuid().nullable() };
const text = {
  title: z.string(),
  content: z.string().max(MAX_CONTENT, copyTexts.contentTooLong),
};
const version = z.number().int().min(1).max(2_147_483_647);

const format = z.enum(FORMAT_IDS).nullable();

const newContent = z.object({ ...place, ...text, format: format.optional() });
const edit = z.object({
  ...text,
  /** The version that was edited. */
  version,
  /** What is replaced is put away whenever it was written: the person has seen that it was somebody else's. */
  putAway: z.boolean().optional(),
});
const move = z.object(place);
const formatChange = z.object({ format });
const folder = z.object({ category: z.enum(CATEGORY_IDS), name: z.string() });
const folderName = z.object({ name: z.string() });
const restoration = z.object({ version });
const downloadFormat = z.enum(DOWNLOAD_FORMATS);

function reader<Schema extends z.ZodType>(schema: Schema) {
  return (body: unknown): z.output<Schema> => {
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    const tooLong = parsed.error.issues.some(({ code }) => code === 'too_big');
    throw new AppError(
      'invalid',
      tooLong ? copyTexts.contentTooLong : 'This request could not be understood.',
    );
  };
}

export const readNewContent = reader(newContent);
export const readEdit = reader(edit);
export const readMove = reader(move);
export const readFormatChange = reader(formatChange);
export const readNewFolder = reader(folder);
export const readFolderName = reader(folderName);
export const readRestoration = reader(restoration);
export const readDownloadFormat = reader(downloadFormat);
