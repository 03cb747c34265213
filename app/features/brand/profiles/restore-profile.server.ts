import { restoredTime, type RestoreTarget } from '~/engine/user-data/index.server';
import { sql, transaction, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { COMPONENT_SECTIONS } from '../components/restore-component.server';
import { COMPONENT_KINDS } from '../components/component';
import { findOneOf as findComponent } from '../components/component-data.server';
import { profilesTexts } from '../texts';
import { MAX_PROFILES, type ComponentIds } from './profile';
import { profileName } from './profile-name.server';
import {
  findOneOf,
  insertProfile,
  lockProfiles,
  selectFirst,
  selectProfiles,
  setTimes,
} from './profile-data.server';

/** A profile in an archive. */
export interface ArchivedProfile {
  id: string;
  name: string;
  brandStoryId: string | null;
  customerJourneyId: string | null;
  solutionSuiteId: string | null;
  campaignFrameworkId: string | null;
  createdAt: string;
  updatedAt: string;
}

/**
 * Brings in a profile that is not there yet, with those of its components that are.
 * @throws AppError `invalid` (the name), `conflict` when there are too many
 */
export function restoreProfile(target: RestoreTarget, row: ArchivedProfile): Promise<boolean> {
  const { userId } = target;
  const id = target.idOf('profiles', row.id);
  const name = profileName(row.name);
  return transaction(async (tx) => {
    await lockProfiles(tx, userId);
    if ((await findOneOf(tx, userId, target.idsOf('profiles', row.id))) !== null) return false;
    if ((await selectProfiles(tx, userId)).length >= MAX_PROFILES) {
      throw new AppError('conflict', profilesTexts.tooMany);
    }
    await insertProfile(tx, { id, userId, name, ids: await componentsOf(tx, target, row) });
    await setTimes(tx, userId, {
      id,
      createdAt: restoredTime(row.createdAt),
      updatedAt: restoredTime(row.updatedAt),
    });
    return true;
  });
}

async function componentsOf(
  tx: Sql,
  target: RestoreTarget,
  row: ArchivedProfile,
): Promise<ComponentIds> {
  const ids: ComponentIds = {
    brandStory: row.brandStoryId,
    customerJourney: row.customerJourneyId,
    solutionSuite: row.solutionSuiteId,
    campaignFramework: row.campaignFrameworkId,
  };
  for (const kind of COMPONENT_KINDS) {
    const there = target.idsOf(COMPONENT_SECTIONS[kind], ids[kind]);
    ids[kind] = await findComponent(tx, target.userId, kind, there);
  }
  return ids;
}

/** Chooses the profile that was chosen where the archive is from, unless this person has chosen one. */
export async function restoreSelection(
  target: RestoreTarget,
  profileId: string | null,
): Promise<boolean> {
  const { userId } = target;
  const id = await findOneOf(sql, userId, target.idsOf('profiles', profileId));
  return id !== null && selectFirst(sql, userId, id);
}
