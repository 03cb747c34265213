import { publish } from '~/engine/events/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { markDeleted, restoreContent } from './content-data.server';
import type { ContentItem } from './content';
import { copyTexts } from '../texts';

/**
 * Deletes a content; `undoContentDeletion` can take it back until a job removes it for good (tidy-contents).
 * @throws AppError `not-found`
 */
export async function deleteContent(userId: string, id: string | undefined): Promise<void> {
  await transaction(async (tx) => {
    if (!isId(id) || !(await markDeleted(tx, userId, id))) {
      throw new AppError('not-found', copyTexts.gone);
    }
    await publish(tx, userId, { topic: 'saved-content', data: { type: 'removed', id } });
  });
}

/** Brings back what was just deleted. @throws AppError `not-found` when it is too late. */
export async function undoContentDeletion(
  userId: string,
  id: string | undefined,
): Promise<ContentItem> {
  return transaction(async (tx) => {
    const item = isId(id) ? await restoreContent(tx, userId, id) : null;
    if (!item) throw new AppError('not-found', copyTexts.gone);
    await publish(tx, userId, { topic: 'saved-content', data: { type: 'changed', item } });
    return item;
  });
}
