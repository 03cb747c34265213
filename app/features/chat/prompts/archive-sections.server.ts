import { z } from 'zod';

import { fewRows, idPage, moment, rowsById, section } from '~/engine/user-data/index.server';
import { prisma } from '~/lib/db/index.server';

import { restoreHidden, restorePrompt } from './restore-prompt.server';

const promptRow = z.object({
  id: z.uuid(),
  name: z.string(),
  text: z.string(),
  createdAt: moment,
  updatedAt: moment,
});

const prompts = section<z.output<typeof promptRow>>({
  name: 'prompts',
  row: promptRow,
  rows: (userId, signal) =>
    rowsById(signal, (after, take) => prisma.prompt.findMany(idPage(userId, after, take))),
  readable: ({ name, text }) => ({ name, markdown: `${text}\n` }),
  restore: restorePrompt,
});

/** `id`: the name of a prompt that comes with the product, which the person does not want to see. */
const hiddenRow = z.object({ id: z.string() });

const hiddenStarters = section<z.output<typeof hiddenRow>>({
  name: 'hiddenStarters',
  row: hiddenRow,
  rows: (userId) =>
    fewRows(
      prisma.hiddenStarter
        .findMany({ where: { userId }, orderBy: { starter: 'asc' } })
        .then((rows) => rows.map(({ starter }) => ({ id: starter }))),
    ),
  restore: (target, { id }) => restoreHidden(target, id),
});

export const promptSections = [prompts, hiddenStarters];
