import { z } from 'zod';

import { endSubscription } from '~/features/billing/index.server';
import type { QueuedJob } from '~/jobs/index.server';
import { sql } from '~/lib/db/index.server';

import { findDeletion } from './deletion-table.server';

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
    await endSubscription(userId, deletion ? 'period-end' : 'resume');
  },
};
