import type { FormatId } from '~/features/formats';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';

import { changeContent } from './changes.server';
import type { ContentItem, ContentPlace } from './content';
import { checkedText } from './content-checks';
import { insertContent } from './content-table.server';
import { copyMessages } from './messages';
import { requirePlace } from './place.server';

/**
 * Keeps a new text in a category, or in a folder there.
 * @throws AppError `invalid` without a title or a text; `not-found` for a folder that is not this user's, or elsewhere.
 */
export async function saveContent(
  userId: string,
  given: ContentPlace & { title: string; content: string; format?: FormatId | null },
): Promise<ContentItem> {
  const { category, folderId, format = null } = given;
  const text = checkedText(given);
  if (text.content.trim() === '') throw new AppError('invalid', copyMessages.contentMissing);
  return changeContent(userId, async (tx) => {
    await requirePlace(tx, userId, { category, folderId });
    const content = { id: newId(), category, folderId, format, ...text };
    const item = await insertContent(tx, userId, content);
    return { result: item, change: { type: 'changed', item } };
  });
}
