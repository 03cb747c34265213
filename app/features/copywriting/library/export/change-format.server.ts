import { publish } from '~/engine/events/index.server';
import { transaction } from '~/lib/db/index.server';
import type { FormatId } from '../../formats/formats';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import type { ContentItem } from '../content/content';
import { setFormat } from '../content/content-data.server';
import { copyTexts } from '../texts';

/** Says what a content is written as. Its text, and so its version, stays. @throws AppError `not-found` */
export async function changeFormat(
  userId: string,
  id: string | undefined,
  format: FormatId | null,
): Promise<ContentItem> {
  return transaction(async (tx) => {
    const item = isId(id) ? await setFormat(tx, userId, id, format) : null;
    if (!item) throw new AppError('not-found', copyTexts.gone);
    await publish(tx, userId, { topic: 'saved-content', data: { type: 'changed', item } });
    return item;
  });
}
