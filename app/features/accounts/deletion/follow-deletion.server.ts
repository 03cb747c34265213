import { z } from 'zod';

import type { QueuedJob } from '~/engine/queue/index.server';
import { followDeletionOf } from '~/engine/user-data/index.server';
import { sql } from '~/lib/db/index.server';

import { findDeletion } from './deletion-data.server';

const schema = z.object({ userId: z.uuid() });

/**
 * Has the subscription end with a deletion, or go on without one. Goes by how things stand when it runs, so that a
 * request and its withdrawal may come in any order, and more than once.
 */
export const followDeletion: QueuedJob<z.output<typeof schema>> = {
  name: 'follow-deletion',
  parse: (data) => schema.parse(data),
  retries: 12,
  async run({ userId }) {
    const deletion = await findDeletion(sql, userId);
    // Its removal is on the way, and ends the subscription at once.
    if (deletion?.startedAt) return;
    await followDeletionOf(userId, deletion ? 'requested' : 'withdrawn');
  },
};
