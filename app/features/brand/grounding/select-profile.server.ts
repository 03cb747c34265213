import { publish } from '~/engine/events/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { profilesTexts } from '../texts';
import { updateSelection } from '../profiles/profile-data.server';

/**
 * Stores on the user which profile they use; null: none, and each browser goes by what it remembers.
 * @throws AppError `not-found`
 */
export async function selectProfile(userId: string, profileId: string | null): Promise<void> {
  await transaction(async (tx) => {
    const known = profileId === null || isId(profileId);
    if (!known || !(await updateSelection(tx, userId, profileId))) {
      throw new AppError('not-found', profilesTexts.gone);
    }
    await publish(tx, userId, { topic: 'profile', data: { type: 'list' } });
  });
}
