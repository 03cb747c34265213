import type { Refused } from '~/features/billing';
import { openProfile } from '~/features/brand/index.server';
import { createBrief, openBrief } from '~/features/copywriting/index.server';
import { imageModels, readBrand, readJob, requestImages } from '~/features/media/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { firstBrief, firstImagePrompt, textsOf, type Steps } from '../onboarding';
import { updateOnboarding } from '../onboarding-data.server';
import { requireBrand, unlessGone } from './read-steps.server';

/**
 * Starts the first posts and the first image, each unless it is there already; an image that failed is started again. Posts
 * without an image are worth having, so a refused image is only reported.
 * @throws AppError `not-found`, `out-of-tokens` when not even the posts could be started
 */
export async function startPosts(
  userId: UserScope,
  { clientKey }: { clientKey: string },
): Promise<{ image: Refused | null }> {
  const { profile, ...made } = await requireBrand(userId);
  const texts = textsOf(await openProfile(userId, profile.id));
  const { briefId } = made;
  const known = briefId === null ? null : await unlessGone(openBrief(userId, briefId));
  if (known === null) {
    const brief = await createBrief({ userId, clientKey, brief: firstBrief(profile, texts) });
    await updateOnboarding(userId, { briefId: brief.id });
  }
  try {
    await startImage(userId, clientKey, { profile, texts, made });
    return { image: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { image: { text: error.userMessage, tokens: error.code === 'out-of-tokens' } };
  }
}

async function startImage(
  userId: UserScope,
  clientKey: string,
  {
    profile,
    texts,
    made,
  }: {
    profile: NonNullable<Steps['profile']>;
    texts: Parameters<typeof firstImagePrompt>[1];
    made: Pick<Steps, 'imageJobId'>;
  },
): Promise<void> {
  const [model] = imageModels();
  if (model === undefined) return;
  const { imageJobId } = made;
  const known = imageJobId === null ? null : await unlessGone(readJob(userId, imageJobId));
  if (known !== null && known.state !== 'failed' && known.state !== 'cancelled') return;
  const [size = '1024x1024'] = model.sizes;
  const { job } = await requestImages(userId, clientKey, {
    prompt: firstImagePrompt(profile.name, texts),
    model: model.id,
    size,
    count: 1,
    style: 'photo',
    profileId: profile.id,
    brandText: await readBrand(userId, profile.id),
  });
  await updateOnboarding(userId, { imageJobId: job.id });
}
