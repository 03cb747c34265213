import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { COMPONENT_KINDS, type Component, type ComponentKind } from '../components/component';
import { listComponents } from '../components/component-data.server';
import { profilesTexts } from '../texts';
import type { ComponentOption, OpenProfile } from './profile';
import { selectProfiles } from './profile-data.server';
import { readComponent } from '../components/read-component.server';

/** Everything that a profile's page shows. @throws AppError `not-found` */
export async function openProfile(userId: string, id: string | undefined): Promise<OpenProfile> {
  const profiles = isId(id) ? await selectProfiles(sql, userId) : [];
  const profile = profiles.find((other) => other.id === id?.toLowerCase());
  if (!profile) throw new AppError('not-found', profilesTexts.gone);

  const parts = await Promise.all(
    COMPONENT_KINDS.map(async (kind) => {
      const [component, all] = await Promise.all([
        readComponent(sql, userId, profile.id, kind, profiles),
        listComponents(sql, userId, kind),
      ]);
      const options = all.flatMap((option) => {
        const usedBy = profiles.filter((other) => other.ids[kind] === option.id);
        const own = option.id === component.id;
        return own ? [] : [{ ...option, usedBy: usedBy.map(({ name }) => name) }];
      });
      return { kind, component, options };
    }),
  );
  return {
    id: profile.id,
    name: profile.name,
    version: profile.version,
    components: Object.fromEntries(parts.map(({ kind, component }) => [kind, component])) as Record<
      ComponentKind,
      Component
    >,
    options: Object.fromEntries(parts.map(({ kind, options }) => [kind, options])) as Record<
      ComponentKind,
      ComponentOption[]
    >,
  };
}
