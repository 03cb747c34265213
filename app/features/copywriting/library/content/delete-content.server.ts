import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { changeContent } from '../changes.server';
import { markDeleted, restoreContent } from './content-data.server';
import type { ContentItem } from './content';
import { copyTexts } from '../texts';

/**
 * Deletes a content; `undoContentDeletion` can take it back until a job removes it for good (tidy-contents).
 * @throws AppError `not-found`
 */
export async function deleteContent(userId: string, id: string | undefined): Promise<void> {
  await changeContent(userId, async (tx) => {
    if (!isId(id) || !(await markDeleted(tx, userId, id))) {
      throw new AppError('not-found', copyTexts.gone);
    }
    return { result: undefined, change: { type: 'removed', id } };
  });
}

/** Brings back what was just deleted. @throws AppError `not-found` when it is too late. */
export async function undoContentDeletion(
  userId: string,
  id: string | undefined,
): Promise<ContentItem> {
  return changeContent(userId, async (tx) => {
    const item = isId(id) ? await restoreContent(tx, userId, id) : null;
    if (!item) throw new AppError('not-found', copyTexts.gone);
    return { result: item, change: { type: 'changed', item } };
  });
}
