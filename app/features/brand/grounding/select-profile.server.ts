import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { publishProfile } from '../changes.server';
import { profilesTexts } from '../texts';
import { updateSelection } from '../profiles/profile-data.server';

/**
 * Stores on the user which profile they use; null: none, and each browser goes by what it remembers.
 * @throws AppError `not-found`
 */
export async function selectProfile(userId: string, profileId: string | null): Promise<void> {
  const tell = await transaction(async (tx) => {
    const known = profileId === null || isId(profileId);
    if (!known || !(await updateSelection(tx, userId, profileId))) {
      throw new AppError('not-found', profilesTexts.gone);
    }
    return publishProfile(tx, userId, { type: 'list' });
  });
  tell();
}
