import { z } from 'zod';

import { moment, rowsById, section } from '~/engine/user-data/index.server';
import { prisma } from '~/lib/db/index.server';

const actRow = z.object({
  id: z.uuid(),
  /** Such as `reset-two-factor`. */
  action: z.string(),
  createdAt: moment,
});

/** What was done to the account by an admin's power, without who did it: to be read only. */
export const auditSection = section<z.output<typeof actRow>>({
  name: 'audit',
  row: actRow,
  rows: (userId, signal) =>
    rowsById(signal, (after, take) =>
      prisma.auditEntry.findMany({
        where: { targetId: userId, ...(after !== null && { id: { gt: after } }) },
        orderBy: { id: 'asc' },
        take,
        select: { id: true, action: true, createdAt: true },
      }),
    ),
});
