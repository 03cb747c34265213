import { z } from 'zod';

import { archivedTable, leftOut, moment } from '~/engine/user-data/index.server';
import { ImportState } from '~/lib/prisma/enums';

const whileItRuns = leftOut('matters only while it runs');

/** Only to be read: the conversations that were imported are in a section of their own. */
export const importsSection = archivedTable('import', {
  section: 'imports',
  columns: {
    state: z.enum(ImportState),
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
    found: leftOut('what the upload held; what came of it is counted'),
    others: leftOut('what was restored apart from conversations is in its own sections'),
    partSize: whileItRuns,
    touchedAt: whileItRuns,
    progress: whileItRuns,
    workerId: whileItRuns,
    heldUntil: whileItRuns,
    attempts: whileItRuns,
    starts: whileItRuns,
  },
});
