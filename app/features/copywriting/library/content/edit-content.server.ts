import { publish } from '~/engine/events/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import type { ContentItem } from './content';
import { checkedText } from './content-checks';
import { lockContent } from './content-data.server';
import { copyTexts } from '../texts';
import { replaceText } from './replace-text.server';

export interface ContentEdit {
  title: string;
  content: string;
  /** The version that was edited. */
  version: number;
  putAway?: boolean;
}

/**
 * Writes title and text anew, over the version that the person saw.
 * @throws AppError `conflict` when there is a newer one by now, `not-found`, `invalid`
 */
export async function editContent(
  userId: string,
  id: string | undefined,
  { version, putAway = false, ...given }: ContentEdit,
): Promise<ContentItem> {
  const text = checkedText(given);
  return transaction(async (tx) => {
    const old = isId(id) ? await lockContent(tx, userId, id) : null;
    if (!old) throw new AppError('not-found', copyTexts.gone);
    const { content, ...item } = old;
    // Sent twice, perhaps, because the first answer got lost: it is as it was to be.
    const same = old.title === text.title && content === text.content;
    if (same) return item;
    if (old.version !== version) throw new AppError('conflict', copyTexts.changedMeanwhile);
    const edited = await replaceText(tx, userId, old, text, putAway);
    await publish(tx, userId, { topic: 'saved-content', data: { type: 'changed', item: edited } });
    return edited;
  });
}
