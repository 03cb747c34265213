import { publish } from '~/engine/events/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { COMPONENT_KINDS } from '../components/component';
import { deleteUnused, listComponents } from '../components/component-data.server';
import type { Deletion } from './deletion';
import { profilesTexts } from '../texts';
import { deleteProfileRow, findProfile, lockProfiles, selectProfiles } from './profile-data.server';
import { usesOf } from './profile-uses.server';

/** What deleting a profile would do. @throws AppError `not-found` */
export async function readDeletion(userId: string, id: string | undefined): Promise<Deletion> {
  if (!isId(id)) throw new AppError('not-found', profilesTexts.gone);
  const profiles = await selectProfiles(sql, userId);
  const profile = profiles.find((other) => other.id === id.toLowerCase());
  if (!profile) throw new AppError('not-found', profilesTexts.gone);
  const deletion: Deletion = { uses: await usesOf(userId, profile.id), removed: [], kept: [] };
  for (const kind of COMPONENT_KINDS) {
    const componentId = profile.ids[kind];
    if (componentId === null) continue;
    const names = await listComponents(sql, userId, kind);
    const name = names.find((component) => component.id === componentId)?.name ?? '';
    const usedBy = profiles
      .filter((other) => other !== profile && other.ids[kind] === componentId)
      .map((other) => other.name);
    if (usedBy.length === 0) deletion.removed.push({ kind, name });
    else deletion.kept.push({ kind, name, usedBy });
  }
  return deletion;
}

/** Deletes a profile, with those of its components that no other profile uses. @throws AppError `not-found` */
export async function deleteProfile(userId: string, id: string | undefined): Promise<void> {
  await transaction(async (tx) => {
    await lockProfiles(tx, userId);
    const profile = isId(id) ? await findProfile(tx, userId, id) : null;
    if (!profile) throw new AppError('not-found', profilesTexts.gone);
    await deleteProfileRow(tx, userId, profile.id);
    for (const kind of COMPONENT_KINDS) {
      const componentId = profile.ids[kind];
      if (componentId !== null) await deleteUnused(tx, userId, kind, [componentId]);
    }
    await publish(tx, userId, { topic: 'profile', data: { type: 'list' } });
  });
}
