import type { Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { announce } from '../changes.server';
import { updatePublic } from './conversation-data.server';
import { chatTexts } from '../texts';

/**
 * Marks a conversation as public, or as no longer so, and locks it until the transaction ends. The returned function
 * tells the tabs, after the commit.
 * @throws AppError `not-found`
 */
export async function markPublic(
  tx: Sql,
  userId: string,
  id: string,
  isPublic: boolean,
): Promise<() => void> {
  const conversation = await updatePublic(tx, userId, id, isPublic);
  if (!conversation) throw new AppError('not-found', chatTexts.gone);
  return announce(tx, userId, { topic: 'conversation', data: { type: 'changed', conversation } });
}
