import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { COMPONENT_KINDS } from '../components/component';
import { findComponentOf } from '../components/component-data.server';
import { groundingOf } from './grounding';
import { profilesTexts } from '../texts';
import { findProfile } from '../profiles/profile-data.server';

/**
 * What a model is told about one of the user's brands. Null when nothing is filled in, and when there is no such
 * profile: a text is then written without one.
 */
export async function readGrounding(userId: string, profileId: string): Promise<string | null> {
  if (!isId(profileId)) return null;
  const profile = await findProfile(sql, userId, profileId);
  if (!profile) return null;
  const components = await Promise.all(
    COMPONENT_KINDS.filter((kind) => profile.ids[kind] !== null).map(async (kind) => {
      const component = await findComponentOf(sql, userId, profileId, kind);
      return [kind, component?.values ?? {}] as const;
    }),
  );
  return groundingOf({ name: profile.name, components: Object.fromEntries(components) });
}

/** The same for whoever wants to see it. @throws AppError `not-found` */
export async function readOwnGrounding(
  userId: string,
  profileId: string | undefined,
): Promise<string | null> {
  if (!isId(profileId) || !(await findProfile(sql, userId, profileId))) {
    throw new AppError('not-found', profilesTexts.gone);
  }
  return readGrounding(userId, profileId);
}
