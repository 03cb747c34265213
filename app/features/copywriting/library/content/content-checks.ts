import { AppError } from '~/lib/errors';

import { cleanContent, cleanName, MAX_CONTENT, MAX_FOLDER_NAME, MAX_TITLE } from './content-fields';
import { copyTexts } from '../texts';

/** Title and text as they are kept. @throws AppError `invalid` for one that is missing, or too long a text. */
export function checkedText({ title, content }: { title: string; content: string }) {
  const kept = { title: cleanName(title, MAX_TITLE), content: cleanContent(content) };
  if (kept.title === '') throw new AppError('invalid', copyTexts.titleMissing);
  if (kept.content.length > MAX_CONTENT) throw new AppError('invalid', copyTexts.contentTooLong);
  return kept;
}

/** A folder's name as it is kept. @throws AppError `invalid` */
export function checkedFolderName(typed: string): string {
  const name = cleanName(typed, MAX_FOLDER_NAME);
  if (name === '') throw new AppError('invalid', copyTexts.nameMissing);
  return name;
}
