import { requestText } from '~/engine/generation/index.server';
import { readOwnGrounding } from '~/features/brand/index.server';
import { defaultModel, isDemo, weightOf } from '~/gateways/ai/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';
import { estimateTokens } from '~/lib/tokens/estimate';

import { MAX_REVIEWED } from './review';
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
  { profileId, format }: Omit<ReviewRequest, 'text'>,
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
  { profileId, text, format }: ReviewRequest,
): Promise<{ id: string }> {
  if (text.length > MAX_REVIEWED) throw new AppError('invalid', reviewTexts.tooLong);
  if (text.trim() === '') throw new AppError('invalid', reviewTexts.noText);
  const grounding = (await readOwnGrounding(userId, profileId))(format.id);
  if (grounding === null) throw new AppError('invalid', reviewTexts.emptyProfile);
  if (isDemo()) throw new AppError('unavailable', reviewTexts.demoRefusal);
  return requestText({
    userId,
    kind: REVIEW_KIND,
    model: defaultModel(),
    // Providers refuse NUL and half a character.
    ...reviewPrompt({
      text: text.replaceAll('\0', '').toWellFormed(),
      grounding,
      format: format.description,
    }),
    maxTokens: MAX_REVIEW_TOKENS,
    temperature: REVIEW_TEMPERATURE,
    format: reviewFormat(),
  });
}
