import { publish } from '~/engine/events/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import type { ContentItem, ContentPlace } from './content';
import * as table from './content-data.server';
import { copyTexts } from '../texts';
import { requirePlace } from './place.server';

/** Puts a content into another category or folder; its text stays as it is. @throws AppError `not-found` */
export async function moveContent(
  userId: string,
  id: string | undefined,
  place: ContentPlace,
): Promise<ContentItem> {
  return transaction(async (tx) => {
    await requirePlace(tx, userId, place);
    const item = isId(id) ? await table.moveContent(tx, userId, id, place) : null;
    if (!item) throw new AppError('not-found', copyTexts.gone);
    await publish(tx, userId, { topic: 'saved-content', data: { type: 'changed', item } });
    return item;
  });
}
