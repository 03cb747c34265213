import { restoredTime, type RestoreTarget } from '~/engine/user-data/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { textsOf, type ComponentKind, type ComponentText } from './component';
import {
  countComponents,
  findOneOf,
  insertComponent,
  setComponentTimes,
} from './component-data.server';
import { profilesTexts } from '../texts';
import { MAX_PROFILES } from '../profiles/profile';
import { lockProfiles } from '../profiles/profile-data.server';
import { writtenValues } from './save-component.server';

/** The section of an archive that has the components of a kind. */
export const COMPONENT_SECTIONS: Record<ComponentKind, string> = {
  brandStory: 'brandStories',
  customerJourney: 'customerJourneys',
  solutionSuite: 'solutionSuites',
  campaignFramework: 'campaignFrameworks',
};

/** A component in an archive, with every text of its kind. */
export type ArchivedComponent = {
  id: string;
  createdAt: string;
  updatedAt: string;
} & Partial<Record<ComponentText, string>>;

/**
 * Brings in a component that is not there yet; the profiles that use it come after it.
 * @throws AppError `invalid`, `conflict` when there are too many
 */
export function restoreComponent(
  target: RestoreTarget,
  kind: ComponentKind,
  row: ArchivedComponent,
): Promise<boolean> {
  const { userId } = target;
  const section = COMPONENT_SECTIONS[kind];
  const id = target.idOf(section, row.id);
  const values = writtenValues(
    kind,
    Object.fromEntries(textsOf(kind).map((text) => [text, row[text]])),
  );
  return transaction(async (tx) => {
    await lockProfiles(tx, userId);
    if ((await findOneOf(tx, userId, kind, target.idsOf(section, row.id))) !== null) return false;
    // No more than their profiles could use.
    if ((await countComponents(tx, userId, kind)) >= MAX_PROFILES) {
      throw new AppError('conflict', profilesTexts.tooMany);
    }
    await insertComponent(tx, kind, { id, userId, values });
    await setComponentTimes(tx, userId, kind, {
      id,
      createdAt: restoredTime(row.createdAt),
      updatedAt: restoredTime(row.updatedAt),
    });
    return true;
  });
}
