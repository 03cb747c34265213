import { restoredTime, type RestoreTarget } from '~/engine/user-data/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { promptTexts } from './texts';
import {
  hasPrompt,
  insertHidden,
  insertPrompt,
  selectHidden,
  setTimes,
} from './prompt-data.server';
import { storable } from './save-prompt.server';
import { STARTERS } from './starters';

/** A prompt in an archive. */
export interface ArchivedPrompt {
  id: string;
  name: string;
  text: string;
  createdAt: string;
  updatedAt: string;
}

/** Brings in a prompt that is not there yet. @throws AppError `invalid`, `conflict` when there are too many */
export function restorePrompt(target: RestoreTarget, row: ArchivedPrompt): Promise<boolean> {
  const { userId } = target;
  const id = target.idOf('prompts', row.id);
  const written = storable(row);
  return transaction(async (tx) => {
    if (await hasPrompt(tx, userId, target.idsOf('prompts', row.id))) return false;
    if (!(await insertPrompt(tx, userId, { id, ...written }))) {
      throw new AppError('conflict', promptTexts.tooMany);
    }
    await setTimes(tx, userId, {
      id,
      createdAt: restoredTime(row.createdAt),
      updatedAt: restoredTime(row.updatedAt),
    });
    return true;
  });
}

/** Hides a prompt that comes with the product, as it was hidden where the archive is from. */
export async function restoreHidden({ userId }: RestoreTarget, starter: string): Promise<boolean> {
  if (!STARTERS.some(({ id }) => id === starter)) return false;
  return transaction(async (tx) => {
    if ((await selectHidden(tx, userId)).includes(starter)) return false;
    await insertHidden(tx, userId, starter);
    return true;
  });
}
