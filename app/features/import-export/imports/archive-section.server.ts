import { z } from 'zod';

import { idPage, moment, rowsById, section } from '~/engine/user-data/index.server';
import { prisma } from '~/lib/db/index.server';

const importRow = z.object({
  id: z.uuid(),
  state: z.string(),
  service: z.string().nullable(),
  createdAt: moment,
  finishedAt: moment.nullable(),
  reason: z.string().nullable(),
  imported: z.number(),
  updated: z.number(),
  skipped: z.number(),
  messages: z.number(),
  filesStored: z.number(),
  filesMissing: z.number(),
});

/** What was brought in: to be read only. The conversations of it are among the others. */
export const importsSection = section<z.output<typeof importRow>>({
  name: 'imports',
  row: importRow,
  rows: (userId, signal) =>
    rowsById(signal, (after, take) => prisma.import.findMany(idPage(userId, after, take))),
});
