import { markPublic } from '../conversations/publish-conversation.server';
import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { deleteEndedShares } from './share-data.server';

/** The job that removes links that ended by themselves: they open nothing any more, and their conversations say so. */
export async function endShares(now: Date): Promise<void> {
  for (const { userId, conversationId } of await deleteEndedShares(sql, now)) {
    try {
      await transaction((tx) => markPublic(tx, userId, conversationId, false));
    } catch (error) {
      // Deleted meanwhile: then nothing is left to say so.
      if (!(error instanceof AppError && error.code === 'not-found')) throw error;
    }
  }
}
