import { publish } from '~/engine/events/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';

import type { ContentItem } from './content';
import { insertContent, readContent } from './content-data.server';
import { copyTitle } from './copy-title';
import { copyTexts } from '../texts';
import { requirePlace } from './place.server';

/** A copy beside it, without its versions. @throws AppError `not-found` */
export async function duplicateContent(
  userId: string,
  id: string | undefined,
): Promise<ContentItem> {
  return transaction(async (tx) => {
    const found = isId(id) ? await readContent(tx, userId, id) : null;
    if (!found) throw new AppError('not-found', copyTexts.gone);
    const { category, folderId, format, content } = found;
    await requirePlace(tx, userId, { category, folderId });
    const title = copyTitle(found.title);
    const copy = { id: newId(), category, folderId, format, title, content };
    const item = await insertContent(tx, userId, copy);
    await publish(tx, userId, { topic: 'saved-content', data: { type: 'changed', item } });
    return item;
  });
}
