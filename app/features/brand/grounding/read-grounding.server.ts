import { prisma } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { COMPONENT_KINDS } from '../components/component';
import { findComponent } from '../components/component-data.server';
import { findProfile, type ProfileRow } from '../profiles/profile-data.server';
import { lookSentence } from '../look/look';
import { readSentSources } from '../knowledge/citations/retrieve-sources.server';
import { profilesTexts } from '../texts';
import { findVoice } from '../voice/voice-rules-data.server';
import { type GroundingFor, groundingOf } from './grounding';

/** A text without a brand. */
export const NO_GROUNDING: GroundingFor = () => null;

/**
 * What a model is told about one of the user's brands, by the format of the text. Null when nothing is filled in or the
 * profile doesn't exist; the text is then written without grounding.
 */
export async function readGrounding(userId: UserScope, profileId: string): Promise<GroundingFor> {
  const profile = isId(profileId) ? await findProfile(prisma, userId, profileId) : null;
  return profile ? groundingFor(userId, profile) : NO_GROUNDING;
}

/** The same, to show to the user. @throws AppError `not-found` */
export async function readOwnGrounding(
  userId: UserScope,
  profileId: string | undefined,
): Promise<GroundingFor> {
  return groundingFor(userId, await ownProfile(userId, profileId));
}

/**
 * All that an AI is told about the brand: what grounds texts of this format (null for chat answers), what the prompts of images
 * say about the look (empty if nothing), and the documents (see `readSentSources`).
 * @throws AppError `not-found`
 */
export async function readSent(
  userId: UserScope,
  profileId: string | undefined,
  formatId: string | null,
): Promise<{ text: string | null; look: string; sources: string | null }> {
  const profile = await ownProfile(userId, profileId);
  const [grounding, sources] = await Promise.all([
    groundingFor(userId, profile),
    readSentSources(userId, profile.id),
  ]);
  return { text: grounding(formatId), look: lookSentence(profile.look.values), sources };
}

async function ownProfile(userId: UserScope, profileId: string | undefined): Promise<ProfileRow> {
  const profile = isId(profileId) ? await findProfile(prisma, userId, profileId) : null;
  if (!profile) throw new AppError('not-found', profilesTexts.gone);
  return profile;
}

async function groundingFor(
  userId: UserScope,
  { id: profileId, name, ids }: ProfileRow,
): Promise<GroundingFor> {
  const [voice, ...components] = await Promise.all([
    findVoice(prisma, userId, profileId),
    ...COMPONENT_KINDS.map(async (kind) => {
      const id = ids[kind];
      const component = id === null ? null : await findComponent(prisma, userId, kind, id);
      return [kind, component?.values ?? {}] as const;
    }),
  ]);
  const source = { name, components: Object.fromEntries(components), rules: voice?.rules };
  return (formatId) => groundingOf(source, formatId);
}
