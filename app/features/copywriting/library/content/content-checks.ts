import { AppError } from '~/lib/errors';

import {
  cleanContent,
  cleanName,
  CONTENT_MOST,
  FOLDER_NAME_MOST,
  TITLE_MOST,
} from './content-fields';
import { copyMessages } from '../texts';

/** Title and text as they are kept. @throws AppError `invalid` for one that is missing, or too long a text. */
export function checkedText({ title, content }: { title: string; content: string }) {
  const kept = { title: cleanName(title, TITLE_MOST), content: cleanContent(content) };
  if (kept.title === '') throw new AppError('invalid', copyMessages.titleMissing);
  if (kept.content.length > CONTENT_MOST)
    throw new AppError('invalid', copyMessages.contentTooLong);
  return kept;
}

/** A folder's name as it is kept. @throws AppError `invalid` */
export function checkedFolderName(typed: string): string {
  const name = cleanName(typed, FOLDER_NAME_MOST);
  if (name === '') throw new AppError('invalid', copyMessages.nameMissing);
  return name;
}
