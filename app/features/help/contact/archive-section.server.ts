import { z } from 'zod';

import { idPage, moment, rowsById, section } from '~/engine/user-data/index.server';
import { prisma } from '~/lib/db/index.server';

const contactRow = z.object({
  id: z.uuid(),
  kind: z.enum(['suggestion', 'support']),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  subject: z.string(),
  body: z.string(),
  createdAt: moment,
  /** What was answered by mail. */
  replies: z.array(z.object({ body: z.string(), createdAt: moment })),
});

/** What they wrote to whoever runs the site, with the answers: to be read only. */
export const contactSection = section<z.output<typeof contactRow>>({
  name: 'contactMessages',
  row: contactRow,
  rows: (userId, signal) =>
    rowsById(signal, async (after, take) => {
      const rows = await prisma.contactMessage.findMany({
        ...idPage(userId, after, take),
        include: { replies: { orderBy: { createdAt: 'asc' } } },
      });
      return rows.map((row) => ({
        ...row,
        replies: row.replies.map(({ body, createdAt }) => ({
          body,
          createdAt: createdAt.toISOString(),
        })),
      }));
    }),
});
