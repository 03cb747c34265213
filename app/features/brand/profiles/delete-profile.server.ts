import { publish } from '~/engine/events/index.server';
import { prismaTransaction, sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { formatCount } from '~/lib/format/numbers';
import { isId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';
import { singleton } from '~/lib/singleton.server';

import { COMPONENT_KINDS } from '../components/component';
import { deleteIfUnused, listComponents } from '../components/component-data.server';
import { keysOfProfile } from '../knowledge/sources/source-data.server';
import { removeFiles } from '../knowledge/sources/source-objects.server';
import { logos, unusedLogo } from '../look/logos.server';
import { profilesTexts } from '../texts';
import type { Deletion } from './profile';
import { deleteRow, findProfile, listRows, lockProfiles } from './profile-data.server';

/** How many of a feature's rows use one of the user's profiles. */
type CountUses = (userId: UserScope, profileId: string) => Promise<number>;

const counts = singleton('profile-uses', () => new Map<string, CountUses>());

/**
 * Registers a feature whose rows refer to a profile, so that the question before deleting the profile can mention
 * them. `noun` is singular and takes a plural s: `conversation`.
 */
export function registerProfileUse(noun: string, count: CountUses): void {
  counts.set(noun, count);
}

/** What uses a profile, in words: `3 conversations`. */
async function usesOf(userId: UserScope, profileId: string): Promise<string[]> {
  const uses = await Promise.all(
    [...counts].map(async ([noun, count]) => ({ noun, number: await count(userId, profileId) })),
  );
  return uses
    .filter(({ number }) => number > 0)
    .map(({ noun, number }) => formatCount(number, noun));
}

/** The consequences of deleting a profile. @throws AppError `not-found` */
export async function readDeletion(userId: UserScope, id: string | undefined): Promise<Deletion> {
  if (!isId(id)) throw new AppError('not-found', profilesTexts.gone);
  const profiles = await listRows(sql, userId);
  const profile = profiles.find((other) => other.id === id.toLowerCase());
  if (!profile) throw new AppError('not-found', profilesTexts.gone);
  const [uses, components] = await Promise.all([
    usesOf(userId, profile.id),
    listComponents(sql, userId),
  ]);
  const deletion: Deletion = { uses, removed: [], kept: [] };
  for (const kind of COMPONENT_KINDS) {
    const componentId = profile.ids[kind];
    if (componentId === null) continue;
    const name = components.find((component) => component.id === componentId)?.name ?? '';
    const usedBy = profiles
      .filter((other) => other !== profile && other.ids[kind] === componentId)
      .map((other) => other.name);
    if (usedBy.length === 0) deletion.removed.push({ kind, name });
    else deletion.kept.push({ kind, name, usedBy });
  }
  return deletion;
}

/** Deletes a profile and those of its components that no other profile uses. @throws AppError `not-found` */
export async function deleteProfile(userId: UserScope, id: string | undefined): Promise<void> {
  const { logoId, files } = await prismaTransaction(async (tx, sql) => {
    await lockProfiles(sql, userId);
    const profile = isId(id) ? await findProfile(tx, userId, id) : null;
    if (!profile) throw new AppError('not-found', profilesTexts.gone);
    const files = await keysOfProfile(tx, userId, profile.id);
    await deleteRow(tx, userId, profile.id);
    for (const kind of COMPONENT_KINDS) {
      const componentId = profile.ids[kind];
      if (componentId !== null) await deleteIfUnused(tx, userId, kind, componentId);
    }
    await publish(sql, userId, { topic: 'profile', data: { type: 'list' } });
    return { logoId: await unusedLogo(tx, userId, profile.look.logoId), files };
  });
  await removeFiles(files);
  if (logoId !== null) await logos.remove(userId, logoId);
}
