import { prisma } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { COMPONENT_KINDS } from '../components/component';
import { findComponent } from '../components/component-data.server';
import { findProfile, type ProfileRow } from '../profiles/profile-data.server';
import { profilesTexts } from '../texts';
import { groundingOf } from './grounding';

/**
 * What a model is told about one of the user's brands. Null when no field is filled in or the profile doesn't exist;
 * the text is then written without grounding.
 */
export async function readGrounding(userId: UserScope, profileId: string): Promise<string | null> {
  const profile = isId(profileId) ? await findProfile(prisma, userId, profileId) : null;
  return profile && groundingFor(userId, profile);
}

/** The same, to show to the user. @throws AppError `not-found` */
export async function readOwnGrounding(
  userId: UserScope,
  profileId: string | undefined,
): Promise<string | null> {
  const profile = isId(profileId) ? await findProfile(prisma, userId, profileId) : null;
  if (!profile) throw new AppError('not-found', profilesTexts.gone);
  return groundingFor(userId, profile);
}

async function groundingFor(userId: UserScope, { name, ids }: ProfileRow): Promise<string | null> {
  const components = await Promise.all(
    COMPONENT_KINDS.map(async (kind) => {
      const id = ids[kind];
      const component = id === null ? null : await findComponent(prisma, userId, kind, id);
      return [kind, component?.values ?? {}] as const;
    }),
  );
  return groundingOf({ name, components: Object.fromEntries(components) });
}
