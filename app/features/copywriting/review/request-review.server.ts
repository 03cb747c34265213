import { requestText } from '~/engine/generation/index.server';
import { readOwnGrounding } from '~/features/brand/index.server';
import { defaultModel, isDemo, weightOf } from '~/gateways/ai/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';
import { estimateTokens } from '~/lib/tokens/estimate';
import { storable } from '~/lib/text/storable';

import { MAX_REVIEWED } from './review';
import { insertReview, newestReview } from './review-data.server';
import { reviewFormat } from './review-format.server';
import {
  MAX_REVIEW_TOKENS,
  REVIEW_TEMPERATURE,
  reviewPrompt,
  USUAL_REVIEW_TOKENS,
} from './review-prompt.server';
import { reviewTexts } from './texts';

/** The kind of generation that a review is. */
export const REVIEW_KIND = 'review';

/** What a text is, as far as anyone said. */
export interface ReviewedFormat {
  id: string | null;
  /** In a few words of ours; may be empty. */
  description: string;
}

export interface ReviewRequest {
  profileId: string;
  /** Where the text stands, by which the newest review of it is found. */
  subject: string;
  text: string;
  format: ReviewedFormat;
}

/** What a review costs besides the text, in the model's tokens, and whether there can be one. */
export interface ReviewTerms {
  instructions: number;
  answer: number;
  weight: number;
  /** There is no model for it. */
  demo: boolean;
  /** No field of the profile is filled in, so there is nothing to go by. */
  empty: boolean;
}

/** @throws AppError `not-found` for a profile that is not this user's */
export async function reviewTerms(
  userId: UserScope,
  { profileId, format }: Pick<ReviewRequest, 'profileId' | 'format'>,
): Promise<ReviewTerms> {
  const grounding = (await readOwnGrounding(userId, profileId))(format.id);
  const { promptTokens } = reviewPrompt({
    text: '',
    grounding: grounding ?? '',
    format: format.description,
  });
  return {
    instructions: promptTokens + estimateTokens(JSON.stringify(reviewFormat().schema)),
    answer: USUAL_REVIEW_TOKENS,
    weight: weightOf(defaultModel()),
    demo: isDemo(),
    empty: grounding === null,
  };
}

/**
 * Has a text reviewed against one of the user's brands; the review is followed by the id.
 * @throws AppError `not-found` for a profile that is not this user's, `invalid`, `unavailable` in demo mode, `out-of-tokens`
 */
export async function requestReview(
  userId: UserScope,
  { profileId, subject, text, format }: ReviewRequest,
): Promise<{ id: string }> {
  if (text.length > MAX_REVIEWED) throw new AppError('invalid', reviewTexts.tooLong);
  if (text.trim() === '') throw new AppError('invalid', reviewTexts.noText);
  const grounding = (await readOwnGrounding(userId, profileId))(format.id);
  if (grounding === null) throw new AppError('invalid', reviewTexts.emptyProfile);
  if (isDemo()) throw new AppError('unavailable', reviewTexts.demoRefusal);
  // Providers and PostgreSQL refuse NUL and half a character.
  const sendable = storable(text);
  return requestText(
    {
      userId,
      kind: REVIEW_KIND,
      model: defaultModel(),
      ...reviewPrompt({ text: sendable, grounding, format: format.description }),
      maxTokens: MAX_REVIEW_TOKENS,
      temperature: REVIEW_TEMPERATURE,
      format: reviewFormat(),
    },
    (tx, id) => insertReview(tx, { id, userId, profileId, subject, text: sendable }),
  );
}

/** What the newest review of a text is about; it is followed by its id. Null when there is none of the last day. */
export async function readNewestReview(userId: UserScope, subject: string) {
  const review = await newestReview(userId, subject);
  if (!review) return null;
  const { id, profileId, text, createdAt, profile } = review;
  return { id, at: createdAt.getTime(), text, profileId, brand: profile.name };
}
