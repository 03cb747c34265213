import { lookSentence, openProfile, readProfileList } from '~/features/brand/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { findItem } from '../gallery/item-data.server';
import { assertTakesJobs, jobOfKey, queueJob, type WithJob } from '../jobs/queue-job.server';
import type { ImageRequest, JobView } from '../media';
import { mediaTexts } from '../refusals';
import { fitToModel } from './image-models.server';
import { imagePrice } from './image-price.server';
import { brandText } from './prompt';

/**
 * Queues images and reserves their tokens. The same key again returns the same job. `withJob` joins the transaction.
 * @throws AppError `invalid`, `not-found`, `conflict`, `out-of-tokens`
 */
export async function requestImages(
  userId: UserScope,
  clientKey: string,
  given: ImageRequest,
  withJob?: WithJob,
): Promise<{ job: JobView; isNew: boolean }> {
  const known = await jobOfKey(userId, clientKey);
  if (known) return { job: known, isNew: false };

  const { model, request } = await fitToModel(userId, given);
  const { referenceId } = request;
  if (referenceId !== undefined && !(await findItem(userId, referenceId))) {
    const text = mediaTexts.referenceGone;
    throw new AppError('not-found', text, { fields: { referenceId: text } });
  }
  await assertTakesJobs(userId);
  const profileId = await ownProfile(userId, request.profileId);
  return queueJob(
    {
      userId,
      kind: 'image',
      clientKey,
      request: { ...request, profileId },
      referenceId: referenceId ?? null,
      tokens: imagePrice(model, request),
    },
    'pictures',
    withJob,
  );
}

/** Null when the profile isn't this user's: it only says where the brand text came from. */
async function ownProfile(userId: UserScope, profileId: string | null): Promise<string | null> {
  if (profileId === null) return null;
  const { profiles } = await readProfileList(userId);
  return profiles.some(({ id }) => id === profileId) ? profileId : null;
}

/** The part of a profile that goes into an image's prompt. @throws AppError `not-found` */
export async function readBrand(userId: UserScope, profileId: string | undefined): Promise<string> {
  const { name, components, look } = await openProfile(userId, profileId);
  const fields = Object.assign({}, ...Object.values(components).map(({ values }) => values)) as {
    whatYouDo?: string;
  };
  return brandText(name, fields, lookSentence(look.values));
}
