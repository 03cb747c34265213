import { z } from 'zod';

import { fewRows, moment, section } from '~/engine/user-data/index.server';
import { prisma } from '~/lib/db/index.server';

const shareRow = z.object({
  /** What its link ends with. */
  id: z.string(),
  conversationId: z.uuid(),
  createdAt: moment,
  expiresAt: moment.nullable(),
});

/** The public links: to be read only. */
export const sharesSection = section<z.output<typeof shareRow>>({
  name: 'shares',
  row: shareRow,
  rows: (userId) =>
    fewRows(
      prisma.sharedConversation.findMany({
        where: { userId },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      }),
    ),
});
