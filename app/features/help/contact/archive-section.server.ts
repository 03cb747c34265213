import { z } from 'zod';

import { archivedTable, leftOut, moment } from '~/engine/user-data/index.server';
import { prisma } from '~/lib/db/index.server';
import { ContactKind } from '~/lib/prisma/enums';

/** Messages to the operator with the replies, which can't be restored. */
export const contactSection = archivedTable('contactMessage', {
  section: 'contactMessages',
  columns: {
    kind: z.enum(ContactKind),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    subject: z.string(),
    body: z.string(),
    createdAt: moment,
    mailedAt: leftOut('when the operator got the email'),
    state: leftOut('matters only to the operator'),
  },
  joined: {
    fields: { replies: z.array(z.object({ body: z.string(), createdAt: moment })) },
    async of(userId, ids) {
      const replies = await prisma.contactReply.findMany({
        where: { contact: { userId }, contactId: { in: ids } },
        orderBy: { createdAt: 'asc' },
      });
      const repliesTo = Map.groupBy(replies, ({ contactId }) => contactId);
      return (id) => ({ replies: repliesTo.get(id) ?? [] });
    },
  },
});
