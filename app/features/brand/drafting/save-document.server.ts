import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { COMPONENT_FIELDS, COMPONENT_KINDS, type ComponentField } from '../components/component';
import { saveComponent } from '../components/component-actions.server';
import { openProfile } from '../profiles/open-profile.server';
import { profilesTexts } from '../texts';

/**
 * Saves a reviewed document into a profile as a whole. An empty text leaves the profile's own: clearing a profile isn't
 * what a draft is for.
 * @throws AppError `not-found`, `invalid` (a text is too long), `conflict` when the profile was changed at the same time
 */
export async function saveDocument(
  userId: UserScope,
  profileId: string,
  texts: Partial<Record<ComponentField, string>>,
): Promise<void> {
  const { components } = await openProfile(userId, profileId);
  for (const kind of COMPONENT_KINDS) {
    const { id, version, values: current } = components[kind];
    const changed = COMPONENT_FIELDS[kind].flatMap((field) => {
      const text = texts[field] ?? '';
      return text.trim() === '' || text === current[field] ? [] : [[field, text] as const];
    });
    if (changed.length === 0) continue;
    const values = Object.fromEntries(changed);
    const { saved } = await saveComponent(userId, profileId, kind, {
      componentId: id,
      version,
      values,
    });
    if (!saved) throw new AppError('conflict', profilesTexts.changedElsewhere);
  }
}
