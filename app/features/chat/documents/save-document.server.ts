import { publish } from '~/engine/events/index.server';
import { duplicateCitations } from '~/features/brand/index.server';
import { categoryOf, type ContentItem } from '~/features/copywriting';
import {
  readItem,
  replaceContentWithin,
  saveContentWithin,
} from '~/features/copywriting/index.server';
import { prismaTransaction } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';
import type { UserScope } from '~/lib/scope';

import { conversationProfile } from '../conversations/conversation-data.server';
import { changed, requireLocked } from './document-actions.server';
import { readDocument, updateDocument } from './document-data.server';

/**
 * Saves a document as content, with its image, its citations, and the findings that it ignores. One that was saved before
 * replaces the text of that content, which keeps what it had as a version; nothing changes if it was saved as it is.
 * @throws AppError `not-found`, `invalid` without a text
 */
export async function saveAsContent(
  userId: UserScope,
  id: string | undefined,
): Promise<{ item: ContentItem; isNew: boolean }> {
  return prismaTransaction(async (tx, sql) => {
    const document = await requireLocked({ tx, sql }, userId, id);
    const { title, content, format, demo, imageId, ignoredFindings, version } = document;
    const { contentId } = document;
    const before = contentId === null ? null : await readItem(tx, userId, contentId);
    if (before && document.savedVersion === version) return { item: before, isNew: false };
    const text = { title, content, format };
    const item = before
      ? await replaceContentWithin({ tx, sql }, userId, before.id, text)
      : await saveContentWithin(tx, sql, userId, {
          ...{ ...text, demo, imageId, ignoredFindings, folderId: null },
          profileId: await conversationProfile(userId, document.conversationId),
          category: categoryOf(format),
        });
    await duplicateCitations(sql, userId, document.id, item.id);
    KILLABLE: killPoint('document: saved as content, not named');
    const saved = { contentId: item.id, savedVersion: version };
    await updateDocument(tx, userId, document.id, saved);
    const now = await readDocument(userId, document.id, tx);
    await publish(
      sql,
      userId,
      { topic: 'saved-content', data: { type: 'changed', item } },
      ...(now ? [changed(now)] : []),
    );
    return { item, isNew: before === null };
  });
}
