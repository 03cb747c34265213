import { publish } from '~/engine/events/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { profilesTexts } from '../texts';
import { profileName } from './profile-name.server';
import { findProfile, updateName } from './profile-data.server';

/**
 * Renames a profile that is still as the person saw it.
 * @throws AppError `invalid` (the name), `not-found`, `conflict` (it was changed meanwhile)
 */
export async function renameProfile(
  userId: string,
  id: string | undefined,
  { name: typed, version }: { name: string; version: number },
): Promise<void> {
  const name = profileName(typed);
  await transaction(async (tx) => {
    if (!isId(id)) throw new AppError('not-found', profilesTexts.gone);
    if (!(await updateName(tx, { userId, id, version }, name))) {
      const there = await findProfile(tx, userId, id);
      throw there
        ? new AppError('conflict', profilesTexts.changedElsewhere)
        : new AppError('not-found', profilesTexts.gone);
    }
    await publish(tx, userId, { topic: 'profile', data: { type: 'list' } });
  });
}
