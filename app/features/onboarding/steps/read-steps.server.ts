import { listProfiles, openProfile, readProposal } from '~/features/brand/index.server';
import type { OpenProfile, ProfileDraft } from '~/features/brand';
import type { BriefView } from '~/features/copywriting';
import { openBrief } from '~/features/copywriting/index.server';
import type { JobView } from '~/features/media';
import { imageModels, readJob } from '~/features/media/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import type { Steps } from '../onboarding';
import { findOnboarding } from '../onboarding-data.server';
import { onboardingRefusals } from '../texts';

/** What the steps have made; null for people who have a brand from elsewhere, to whom the steps have nothing to offer. */
export async function readSteps(userId: UserScope): Promise<Steps | null> {
  const [row, profiles] = await Promise.all([findOnboarding(userId), listProfiles(userId)]);
  const profile = profiles.find(({ id }) => id === row?.profileId) ?? null;
  if (profile === null) {
    const nothing = { profile, draftId: null, briefId: null, imageJobId: null };
    return profiles.length > 0 ? null : nothing;
  }
  const { id, name, version, look } = profile;
  const { draftId = null, briefId = null, imageJobId = null } = row ?? {};
  return { profile: { id, name, version, look }, draftId, briefId, imageJobId };
}

/** @throws AppError `conflict` for people who have a brand from elsewhere */
export async function requireSteps(userId: UserScope): Promise<Steps> {
  const steps = await readSteps(userId);
  if (steps === null) throw new AppError('conflict', onboardingRefusals.over);
  return steps;
}

/** The same from the second step on. @throws AppError `conflict`, `not-found` */
export async function requireBrand(
  userId: UserScope,
): Promise<Steps & { profile: NonNullable<Steps['profile']> }> {
  const { profile, ...made } = await requireSteps(userId);
  if (profile === null) throw new AppError('not-found', onboardingRefusals.noProfile);
  return { profile, ...made };
}

/** What the form of the business begins with. */
export async function readBusiness(
  userId: UserScope,
  { profile }: Steps,
): Promise<{ name: string; about: string }> {
  if (profile === null) return { name: '', about: '' };
  const draft = await readProposal(userId, profile.id);
  return { name: profile.name, about: draft?.about ?? '' };
}

export interface BrandToMeet {
  profile: OpenProfile;
  /** Null when there is none, or it was accepted already. */
  draft: ProfileDraft | null;
  hasPosts: boolean;
}

/** @throws AppError `not-found` */
export async function readBrandToMeet(
  userId: UserScope,
  profileId: string,
  steps: Steps,
): Promise<BrandToMeet> {
  const [draft, profile] = await Promise.all([
    readProposal(userId, profileId),
    openProfile(userId, profileId),
  ]);
  return {
    profile,
    draft: draft?.id === steps.draftId ? null : draft,
    hasPosts: steps.briefId !== null,
  };
}

export interface FirstPosts {
  /** Null before the posts were started, and after they were deleted. */
  brief: BriefView | null;
  job: JobView | null;
  /** Whether a provider makes images. */
  makesImages: boolean;
}

export async function readFirstPosts(
  userId: UserScope,
  { briefId, imageJobId }: Steps,
): Promise<FirstPosts> {
  const [brief, job] = await Promise.all([
    briefId === null ? null : unlessGone(openBrief(userId, briefId)),
    imageJobId === null ? null : unlessGone(readJob(userId, imageJobId)),
  ]);
  return { brief, job, makesImages: imageModels().length > 0 };
}

/** What was made may have been deleted since. */
export async function unlessGone<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return null;
    throw error;
  }
}
