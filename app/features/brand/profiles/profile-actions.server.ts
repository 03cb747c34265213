import { publish } from '~/engine/events/index.server';
import { prismaTransaction } from '~/lib/db/index.server';
import { duplicateName } from '~/lib/text/duplicate-name';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import {
  cleanName,
  COMPONENT_KINDS,
  isFarLongerThan,
  isLongerThan,
  MAX_NAME,
} from '../components/component';
import { duplicateComponent } from '../components/component-data.server';
import { profilesTexts } from '../texts';
import { findVoice, jsonOf } from '../voice/voice-rules-data.server';
import { MAX_PROFILES } from './profile';
import {
  findProfile,
  insertProfile,
  lockProfiles,
  namesOf,
  updateProfile,
  updateSelection,
} from './profile-data.server';

/** A profile's name as it is stored. @throws AppError `invalid` when it is empty or too long */
export function profileName(typed: string): string {
  const refusal = () => new AppError('invalid', profilesTexts.nameTooLong);
  if (isFarLongerThan(typed, MAX_NAME)) throw refusal();
  const name = cleanName(typed);
  if (name === '') throw new AppError('invalid', profilesTexts.nameMissing);
  if (isLongerThan(name, MAX_NAME)) throw refusal();
  return name;
}

/**
 * Creates a profile without components and returns its id. The first profile is selected, so that a later one that
 * sorts before it doesn't take its place.
 * @throws AppError `invalid` (the name), `conflict` (too many profiles)
 */
export async function createProfile(userId: UserScope, typed: string): Promise<string> {
  const name = profileName(typed);
  const id = newId();
  await prismaTransaction(async (tx, sql) => {
    await lockProfiles(sql, userId);
    const { length } = await namesOf(tx, userId);
    if (length >= MAX_PROFILES) throw new AppError('conflict', profilesTexts.tooMany);
    await insertProfile(tx, { id, userId, name, ids: {} });
    if (length === 0) await updateSelection(tx, userId, id);
    await publish(sql, userId, { topic: 'profile', data: { type: 'list' } });
  });
  return id;
}

/**
 * Renames a profile if it is still in the version that the user saw.
 * @throws AppError `invalid` (the name), `not-found`, `conflict` (someone else changed it)
 */
export async function renameProfile(
  userId: UserScope,
  id: string | undefined,
  { name: typed, version }: { name: string; version: number },
): Promise<void> {
  const name = profileName(typed);
  await prismaTransaction(async (tx, sql) => {
    if (!isId(id)) throw new AppError('not-found', profilesTexts.gone);
    if (!(await updateProfile(tx, { userId, id, version }, { name }))) {
      const there = await findProfile(tx, userId, id);
      throw there
        ? new AppError('conflict', profilesTexts.changedElsewhere)
        : new AppError('not-found', profilesTexts.gone);
    }
    await publish(sql, userId, { topic: 'profile', data: { type: 'list' } });
  });
}

/** A duplicate has either its own components or the same ones, which then change in both profiles. */
export type DuplicateComponents = 'copy' | 'share';

/** Duplicates a profile and returns the new id. @throws AppError `not-found`, `conflict` (too many profiles) */
export async function duplicateProfile(
  userId: UserScope,
  id: string | undefined,
  components: DuplicateComponents,
): Promise<string> {
  const duplicateId = newId();
  await prismaTransaction(async (tx, sql) => {
    await lockProfiles(sql, userId);
    const original = isId(id) ? await findProfile(tx, userId, id) : null;
    if (!original) throw new AppError('not-found', profilesTexts.gone);
    const names = await namesOf(tx, userId);
    if (names.length >= MAX_PROFILES) throw new AppError('conflict', profilesTexts.tooMany);

    const ids = { ...original.ids };
    if (components === 'copy') {
      for (const kind of COMPONENT_KINDS) {
        const from = ids[kind];
        if (from === null) continue;
        const to = newId();
        ids[kind] = (await duplicateComponent(tx, userId, kind, from, to)) ? to : null;
      }
    }
    const name = duplicateName(original.name, MAX_NAME, names);
    const voice = await findVoice(tx, userId, original.id);
    // Changing a rule of one profile must not look like a change of the other's.
    const voiceRules = jsonOf((voice?.rules ?? []).map((rule) => ({ ...rule, id: newId() })));
    const row = { id: duplicateId, userId, name, ids, look: original.look, voiceRules };
    await insertProfile(tx, row);
    await publish(sql, userId, { topic: 'profile', data: { type: 'list' } });
  });
  return duplicateId;
}

/**
 * Stores the selected profile on the user. With null, each browser uses the one that it remembers.
 * @throws AppError `not-found`
 */
export async function selectProfile(userId: UserScope, profileId: string | null): Promise<void> {
  await prismaTransaction(async (tx, sql) => {
    const known = profileId === null || isId(profileId);
    if (!known || !(await updateSelection(tx, userId, profileId))) {
      throw new AppError('not-found', profilesTexts.gone);
    }
    await publish(sql, userId, { topic: 'profile', data: { type: 'list' } });
  });
}
