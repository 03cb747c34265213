import { publish } from '~/engine/events/index.server';
import { transaction, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';

import type { ComponentKind } from './component';
import { componentExists, copyComponent, deleteUnused } from './component-data.server';
import { profilesTexts } from '../texts';
import { findProfile, lockProfiles, updateComponentId } from '../profiles/profile-data.server';

/** What a profile is to use for a step: a component that there is, a copy of the one it has, or nothing yet. */
export type ComponentChoice = { use: string } | 'own-copy' | 'none';

/**
 * Changes which component a profile uses. One that no profile uses any more is removed.
 * @throws AppError `not-found`, `conflict` (the profile was changed meanwhile)
 */
export async function chooseComponent(
  userId: string,
  id: string | undefined,
  version: number,
  { kind, choice }: { kind: ComponentKind; choice: ComponentChoice },
): Promise<void> {
  await transaction(async (tx) => {
    await lockProfiles(tx, userId);
    const profile = isId(id) ? await findProfile(tx, userId, id) : null;
    if (!profile) throw new AppError('not-found', profilesTexts.gone);
    const before = profile.ids[kind];
    const after = await chosen(tx, userId, kind, choice, before);
    if (!(await updateComponentId(tx, { userId, id: profile.id, version }, kind, after))) {
      throw new AppError('conflict', profilesTexts.changedElsewhere);
    }
    if (before !== null) await deleteUnused(tx, userId, kind, [before]);
    await publish(tx, userId, { topic: 'profile', data: { type: 'list' } });
  });
}

async function chosen(
  tx: Sql,
  userId: string,
  kind: ComponentKind,
  choice: ComponentChoice,
  before: string | null,
): Promise<string | null> {
  if (choice === 'none') return null;
  if (choice === 'own-copy') {
    const copy = newId();
    if (before === null || !(await copyComponent(tx, userId, kind, before, copy))) {
      throw new AppError('not-found', profilesTexts.componentGone);
    }
    return copy;
  }
  if (!isId(choice.use) || !(await componentExists(tx, userId, kind, choice.use))) {
    throw new AppError('not-found', profilesTexts.componentGone);
  }
  return choice.use;
}
