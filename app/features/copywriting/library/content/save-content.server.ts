import { publish } from '~/engine/events/index.server';
import { transaction } from '~/lib/db/index.server';
import type { FormatId } from '../../formats/formats';
import type { Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';

import type { ContentItem, ContentPlace } from './content';
import { checkedText } from './content-checks';
import { insertContent } from './content-data.server';
import { copyTexts } from '../texts';
import { requirePlace } from './place.server';

/** What is to be saved, and where. */
export type NewText = ContentPlace & { title: string; content: string; format?: FormatId | null };

/**
 * Keeps a new text in a category, or in a folder there.
 * @throws AppError `invalid` without a title or a text; `not-found` for a folder that is not this user's, or elsewhere.
 */
export async function saveContent(userId: string, given: NewText): Promise<ContentItem> {
  return transaction(async (tx) => {
    const item = await saveContentWithin(tx, userId, given);
    await publish(tx, userId, { topic: 'saved-content', data: { type: 'changed', item } });
    return item;
  });
}

/** The same in a transaction of the caller's, who publishes the change. */
export async function saveContentWithin(
  tx: Sql,
  userId: string,
  given: NewText,
): Promise<ContentItem> {
  const { category, folderId, format = null } = given;
  const text = checkedText(given);
  if (text.content.trim() === '') throw new AppError('invalid', copyTexts.contentMissing);
  await requirePlace(tx, userId, { category, folderId });
  return insertContent(tx, userId, { id: newId(), category, folderId, format, ...text });
}
