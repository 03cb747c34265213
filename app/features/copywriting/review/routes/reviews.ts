import { z } from 'zod';

import { input } from '~/http/input.server';
import { MAX_DOCUMENT_BODY } from '~/http/read-body.server';
import { get, post, resource } from '~/http/resource.server';
import { AppError } from '~/lib/errors';

import { FORMAT_IDS } from '../../formats/formats';
import { describeFormat } from '../describe-format';
import { readNewestReview, requestReview, reviewTerms } from '../request-review.server';
import { reviewTexts } from '../texts';

/** What has the reviewed text. */
const subject = z.templateLiteral([z.enum(['content:', 'variant:', 'document:']), z.uuid()]);

const review = z.object({
  subject,
  text: z.string(),
  profileId: z.uuid(),
  formatId: z.enum(FORMAT_IDS).nullable(),
});

const api = resource(
  /** What a review against this profile costs besides the text. */
  get('/api/reviews', { access: 'user' }, ({ scope, search }) => {
    const profileId = z.uuid().safeParse(search.get('profileId')).data;
    if (profileId === undefined) throw new AppError('not-found', reviewTexts.profileGone);
    const format = describeFormat(search.get('formatId'));
    return reviewTerms(scope, { profileId, format });
  }),
  /** Starts a review of a text against a profile; it is followed at /api/generations/:id. */
  post(
    '/api/reviews',
    { access: 'user', limit: 'review', body: input(review), maxBody: MAX_DOCUMENT_BODY },
    ({ scope, body: { formatId, ...request } }) =>
      requestReview(scope, { ...request, format: describeFormat(formatId) }),
  ),
  /** The newest review of `?subject=`, or null. */
  get('/api/reviews/newest', { access: 'user' }, async ({ scope, search }) => {
    const of = subject.safeParse(search.get('subject')).data;
    return { review: of === undefined ? null : await readNewestReview(scope, of) };
  }),
);

export type ReviewsApi = typeof api;
export const loader = api.loader;
export const action = api.action;
