import { publish } from '~/engine/events/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';

import { COMPONENT_KINDS } from '../components/component';
import { copyComponent } from '../components/component-data.server';
import { copyName } from './copy-name';
import { profilesTexts } from '../texts';
import { MAX_PROFILES } from './profile';
import { insertProfile, lockProfiles, selectProfiles } from './profile-data.server';

/** What a duplicate gets: components of its own, or the same ones, which then change for both. */
export type DuplicateComponents = 'copy' | 'share';

/** A second profile like this one: its id. @throws AppError `not-found`, `conflict` (as many as there can be) */
export async function duplicateProfile(
  userId: string,
  id: string | undefined,
  components: DuplicateComponents,
): Promise<string> {
  const duplicateId = newId();
  await transaction(async (tx) => {
    await lockProfiles(tx, userId);
    const profiles = await selectProfiles(tx, userId);
    const original = profiles.find((profile) => isId(id) && profile.id === id.toLowerCase());
    if (!original) throw new AppError('not-found', profilesTexts.gone);
    if (profiles.length >= MAX_PROFILES) throw new AppError('conflict', profilesTexts.tooMany);

    const ids = { ...original.ids };
    if (components === 'copy') {
      for (const kind of COMPONENT_KINDS) {
        const from = ids[kind];
        if (from === null) continue;
        const to = newId();
        ids[kind] = (await copyComponent(tx, userId, kind, from, to)) ? to : null;
      }
    }
    const name = copyName(
      original.name,
      profiles.map((profile) => profile.name),
    );
    await insertProfile(tx, { id: duplicateId, userId, name, ids });
    await publish(tx, userId, { topic: 'profile', data: { type: 'list' } });
  });
  return duplicateId;
}
