import { publish } from '~/engine/events/index.server';
import type { Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { updatePublic } from './conversation-data.server';
import { chatTexts } from '../texts';

/**
 * Marks a conversation as public, or as no longer so, and locks it until the transaction ends.
 * @throws AppError `not-found`
 */
export async function markPublic(
  tx: Sql,
  userId: string,
  id: string,
  isPublic: boolean,
): Promise<void> {
  const conversation = await updatePublic(tx, userId, id, isPublic);
  if (!conversation) throw new AppError('not-found', chatTexts.gone);
  await publish(tx, userId, { topic: 'conversation', data: { type: 'changed', conversation } });
}
