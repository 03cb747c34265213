import { z } from 'zod';

import {
  fewRows,
  idPage,
  moment,
  restoredTime,
  type RestoreTarget,
  rowsById,
  section,
} from '~/engine/user-data/index.server';
import { prisma, prismaTransaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { storable } from './prompt-actions.server';
import { hasPrompt, insertHidden, insertPrompt, selectHidden } from './prompt-data.server';
import { STARTERS } from './starters';
import { promptTexts } from './texts';

/** A prompt in an archive. */
export interface ArchivedPrompt {
  id: string;
  name: string;
  text: string;
  createdAt: string;
  updatedAt: string;
}

/** Brings in a prompt that is not there yet. @throws AppError `invalid`, `conflict` when there are too many */
function restorePrompt(target: RestoreTarget, row: ArchivedPrompt): Promise<boolean> {
  const { userId } = target;
  const id = target.idOf('prompts', row.id);
  const written = storable(row);
  return prismaTransaction(async (tx, sql) => {
    if (await hasPrompt(tx, userId, target.idsOf('prompts', row.id))) return false;
    const prompt = {
      id,
      ...written,
      createdAt: restoredTime(row.createdAt),
      updatedAt: restoredTime(row.updatedAt),
    };
    if (!(await insertPrompt(tx, sql, userId, prompt))) {
      throw new AppError('conflict', promptTexts.tooMany);
    }
    return true;
  });
}

/** Hides a prompt that comes with the product, as it was hidden where the archive is from. */
async function restoreHidden({ userId }: RestoreTarget, starter: string): Promise<boolean> {
  if (!STARTERS.some(({ id }) => id === starter)) return false;
  return prismaTransaction(async (tx) => {
    if ((await selectHidden(userId, tx)).includes(starter)) return false;
    await insertHidden(tx, userId, starter);
    return true;
  });
}

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
