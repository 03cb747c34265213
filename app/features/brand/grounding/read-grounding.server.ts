import { prisma } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { COMPONENT_KINDS } from '../components/component';
import { findComponent } from '../components/component-data.server';
import { findProfile, type ProfileRow } from '../profiles/profile-data.server';
import { lookSentence } from '../look/look';
import { readSentSources } from '../knowledge/read-sources.server';
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
  return groundingFor(userId, await ownProfile(userId, profileId));
}

/**
 * All that an AI is told about the brand: what grounds texts, what the prompts of images say about the look (empty if
 * nothing), and the documents (see `readSentSources`).
 * @throws AppError `not-found`
 */
export async function readSent(
  userId: UserScope,
  profileId: string | undefined,
): Promise<{ text: string | null; look: string; sources: string | null }> {
  const profile = await ownProfile(userId, profileId);
  const [text, sources] = await Promise.all([
    groundingFor(userId, profile),
    readSentSources(userId, profile.id),
  ]);
  return { text, look: lookSentence(profile.look.values), sources };
}

async function ownProfile(userId: UserScope, profileId: string | undefined): Promise<ProfileRow> {
  const profile = isId(profileId) ? await findProfile(prisma, userId, profileId) : null;
  if (!profile) throw new AppError('not-found', profilesTexts.gone);
  return profile;
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
