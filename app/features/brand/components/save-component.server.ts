import { publish } from '~/engine/events/index.server';
import { transaction, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';

import {
  isLongerThan,
  mostOf,
  textsOf,
  type Component,
  type ComponentKind,
  type ComponentValues,
} from './component';
import { insertComponent, updateComponent } from './component-data.server';
import { textLabel } from './component-guide';
import { profilesTexts, tooLongText } from '../texts';
import {
  addComponentId,
  findProfile,
  lockProfiles,
  selectProfiles,
  type ProfileRow,
} from '../profiles/profile-data.server';
import { readComponent } from './read-component.server';
import { writtenName, writtenText } from './written-text';

export interface ComponentSave {
  /** The component that the texts were written in; null when there was none yet. */
  componentId: string | null;
  /** The version that they were written from. */
  version: number;
  /** The texts that were changed. */
  values: ComponentValues;
}

/** `saved` false: it was changed meanwhile, and is now this; nothing was written. */
export interface SaveOutcome {
  saved: boolean;
  component: Component;
}

/**
 * Saves texts of one of a profile's components, unless somebody has changed it since; the first ones make it.
 * @throws AppError `not-found`, `invalid` (a text is too long)
 */
export async function saveComponent(
  userId: string,
  profileId: string | undefined,
  kind: ComponentKind,
  save: ComponentSave,
): Promise<SaveOutcome> {
  const values = writtenValues(kind, save.values);
  return transaction(async (tx) => {
    if (save.componentId === null) await lockProfiles(tx, userId);
    const profile = isId(profileId) ? await findProfile(tx, userId, profileId) : null;
    if (!profile) throw new AppError('not-found', profilesTexts.gone);
    const saved =
      save.componentId === null
        ? await begin(tx, userId, profile, kind, values)
        : isId(save.componentId) &&
          (await updateComponent(
            tx,
            kind,
            { userId, profileId: profile.id, id: save.componentId, version: save.version },
            values,
          )) !== null;
    const profiles = await selectProfiles(tx, userId);
    const component = await readComponent(tx, userId, profile.id, kind, profiles);
    if (saved) {
      const { id, version } = component;
      const isNew = save.componentId === null || id === null;
      const data = isNew ? { type: 'list' as const } : { type: 'component' as const, id, version };
      await publish(tx, userId, { topic: 'profile', data });
    }
    return { saved, component };
  });
}

/** Makes the profile's first component of a kind, unless another tab has. */
async function begin(
  tx: Sql,
  userId: string,
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

/** Texts of a component as they are kept. @throws AppError `invalid`: too long */
export function writtenValues(kind: ComponentKind, typed: ComponentValues): ComponentValues {
  const values: ComponentValues = {};
  for (const text of textsOf(kind)) {
    const value = typed[text];
    if (value === undefined) continue;
    const most = mostOf(text);
    const written = text === 'name' ? writtenName(value) : writtenText(value);
    if (isLongerThan(written, most)) {
      throw new AppError('invalid', tooLongText(textLabel(kind, text), most));
    }
    values[text] = written;
  }
  return values;
}
