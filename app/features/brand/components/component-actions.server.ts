import { publish } from '~/engine/events/index.server';
import { prismaTransaction, type PrismaTx } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import {
  addComponentId,
  findProfile,
  listRows,
  lockProfiles,
  type ProfileRow,
  updateProfile,
} from '../profiles/profile-data.server';
import { profilesTexts } from '../texts';
import {
  cleanName,
  cleanText,
  type Component,
  type ComponentKind,
  type ComponentValues,
  emptyComponent,
  isFarLongerThan,
  isTextTooLong,
  maxLengthOf,
  textLabel,
  tooLongText,
  textsOf,
} from './component';
import {
  deleteIfUnused,
  duplicateComponent,
  findComponent,
  findOneOf,
  insertComponent,
  updateComponent,
} from './component-data.server';

/** A profile's component and the other profiles that share it. `profiles` are all of the user's profiles. */
export async function readComponent(
  db: PrismaTx,
  userId: UserScope,
  profileId: string,
  kind: ComponentKind,
  profiles: readonly ProfileRow[],
): Promise<Component> {
  const id = profiles.find((profile) => profile.id === profileId)?.ids[kind] ?? null;
  const row = id && (await findComponent(db, userId, kind, id));
  if (!row) return emptyComponent(kind);
  const sharedWith = profiles
    .filter((other) => other.id !== profileId && other.ids[kind] === row.id)
    .map(({ id, name }) => ({ id, name }));
  return { ...row, sharedWith };
}

export interface ComponentSave {
  /** The component that was edited; null when the profile had none yet. */
  componentId: string | null;
  /** The version that the edit started from. */
  version: number;
  /** Only the texts that changed. */
  values: ComponentValues;
}

/**
 * When `saved` is false, nothing was written: someone else changed the component, and `component` is its current
 * state.
 */
export interface SaveOutcome {
  saved: boolean;
  component: Component;
}

/**
 * Saves texts of one of a profile's components, unless someone else changed it first. The first texts create the
 * component.
 * @throws AppError `not-found`, `invalid` (a text is too long)
 */
export async function saveComponent(
  userId: UserScope,
  profileId: string | undefined,
  kind: ComponentKind,
  save: ComponentSave,
): Promise<SaveOutcome> {
  const values = cleanValues(kind, save.values);
  return prismaTransaction(async (tx, sql) => {
    if (save.componentId === null) await lockProfiles(sql, userId);
    const profile = isId(profileId) ? await findProfile(tx, userId, profileId) : null;
    if (!profile) throw new AppError('not-found', profilesTexts.gone);
    const at = { userId, profileId: profile.id, id: save.componentId, version: save.version };
    const saved =
      at.id === null
        ? await createComponent(tx, userId, profile, kind, values)
        : isId(at.id) && (await updateComponent(tx, kind, { ...at, id: at.id }, values));
    const profiles = await listRows(sql, userId);
    const component = await readComponent(tx, userId, profile.id, kind, profiles);
    if (saved) {
      const { id, version } = component;
      const isNew = save.componentId === null || id === null;
      const data = isNew ? { type: 'list' as const } : { type: 'component' as const, id, version };
      await publish(sql, userId, { topic: 'profile', data });
    }
    return { saved, component };
  });
}

/** Creates the profile's first component of a kind, unless another tab was faster. */
async function createComponent(
  tx: PrismaTx,
  userId: UserScope,
  profile: ProfileRow,
  kind: ComponentKind,
  values: ComponentValues,
): Promise<boolean> {
  if (profile.ids[kind] !== null) return false;
  const id = newId();
  const name = values.name ? values.name : profile.name;
  await insertComponent(tx, kind, { id, userId, values: { ...values, name } });
  await addComponentId(tx, userId, profile.id, kind, id);
  return true;
}

/** Texts of a component as they are stored. @throws AppError `invalid` when one is too long */
export function cleanValues(kind: ComponentKind, typed: ComponentValues): ComponentValues {
  const values: ComponentValues = {};
  for (const text of textsOf(kind)) {
    const value = typed[text];
    if (value === undefined) continue;
    const refusal = () => new AppError('invalid', tooLongText(textLabel(kind, text), text));
    if (isFarLongerThan(value, maxLengthOf(text))) throw refusal();
    const cleaned = text === 'name' ? cleanName(value) : cleanText(value);
    if (isTextTooLong(text, cleaned)) throw refusal();
    values[text] = cleaned;
  }
  return values;
}

/** What a profile uses for a step: an existing component, a duplicate of its current one, or nothing yet. */
export type ComponentChoice = { use: string } | 'own-copy' | 'none';

/**
 * Changes which component a profile uses, and deletes the old one if no profile uses it anymore.
 * @throws AppError `not-found`, `conflict` (someone else changed the profile)
 */
export async function chooseComponent(
  userId: UserScope,
  id: string | undefined,
  version: number,
  { kind, choice }: { kind: ComponentKind; choice: ComponentChoice },
): Promise<void> {
  await prismaTransaction(async (tx, sql) => {
    await lockProfiles(sql, userId);
    const profile = isId(id) ? await findProfile(tx, userId, id) : null;
    if (!profile) throw new AppError('not-found', profilesTexts.gone);
    const before = profile.ids[kind];
    const after = await resolveChoice(tx, userId, kind, choice, before);
    const at = { userId, id: profile.id, version };
    if (!(await updateProfile(tx, at, { ids: { [kind]: after } }))) {
      throw new AppError('conflict', profilesTexts.changedElsewhere);
    }
    if (before !== null) await deleteIfUnused(tx, userId, kind, before);
    await publish(sql, userId, { topic: 'profile', data: { type: 'list' } });
  });
}

async function resolveChoice(
  tx: PrismaTx,
  userId: UserScope,
  kind: ComponentKind,
  choice: ComponentChoice,
  before: string | null,
): Promise<string | null> {
  if (choice === 'none') return null;
  if (choice === 'own-copy') {
    const own = newId();
    if (before !== null && (await duplicateComponent(tx, userId, kind, before, own))) return own;
  } else if (isId(choice.use)) {
    const there = await findOneOf(tx, userId, kind, [choice.use]);
    if (there !== null) return there;
  }
  throw new AppError('not-found', profilesTexts.componentGone);
}
