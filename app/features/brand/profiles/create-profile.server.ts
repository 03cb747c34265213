import { publish } from '~/engine/events/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';

import { profilesTexts } from '../texts';
import { MAX_PROFILES } from './profile';
import { profileName } from './profile-name.server';
import {
  insertProfile,
  lockProfiles,
  selectProfiles,
  updateSelection,
} from './profile-data.server';

/** A profile without components: its id. The first one is used at once, and stays so whatever comes before it by name. @throws AppError `invalid` (the name), `conflict` (as many as there can be) */
export async function createProfile(userId: string, typed: string): Promise<string> {
  const name = profileName(typed);
  const id = newId();
  await transaction(async (tx) => {
    await lockProfiles(tx, userId);
    const { length } = await selectProfiles(tx, userId);
    if (length >= MAX_PROFILES) {
      throw new AppError('conflict', profilesTexts.tooMany);
    }
    const ids = {
      brandStory: null,
      customerJourney: null,
      solutionSuite: null,
      campaignFramework: null,
    };
    await insertProfile(tx, { id, userId, name, ids });
    if (length === 0) await updateSelection(tx, userId, id);
    await publish(tx, userId, { topic: 'profile', data: { type: 'list' } });
  });
  return id;
}
