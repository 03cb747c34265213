import { materialProblems } from '~/features/brand';
import {
  createProfile,
  readProposal,
  renameProfile,
  requestDraft,
} from '~/features/brand/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { updateOnboarding } from '../onboarding-data.server';
import { requireSteps } from './read-steps.server';

/**
 * Creates the brand profile, or renames the one that the person came back to, and starts a draft of it. The same text again
 * starts nothing. Without tokens the profile is there, so that the person can fill it in by hand.
 * @throws AppError `invalid` (the name or the text), `conflict`, `out-of-tokens`
 */
export async function startBusiness(
  userId: UserScope,
  { name, about, clientKey }: { name: string; about: string; clientKey: string },
): Promise<{ profileId: string }> {
  const { profile } = await requireSteps(userId);
  const [problem] = Object.values(materialProblems({ about, samples: [] }));
  if (problem !== undefined) throw new AppError('invalid', problem, { fields: { about: problem } });

  const id = profile?.id ?? (await createProfile(userId, name));
  if (profile === null) {
    await updateOnboarding(userId, {
      profileId: id,
      draftId: null,
      briefId: null,
      imageJobId: null,
    });
  } else if (profile.name !== name.trim()) {
    await renameProfile(userId, id, { name, version: profile.version });
  }
  const newest = await readProposal(userId, id);
  const isSame = newest?.about === about.trim() && newest.state !== 'failed';
  if (!isSame) await requestDraft(userId, id, { about, samples: [], clientKey });
  return { profileId: id };
}
