import { z } from 'zod';

import { structuredFormat } from '~/engine/generation/index.server';
import { singleton } from '~/lib/singleton.server';

import { CRITERIA, MAX_SCORE } from './criteria';
import { REVIEW_LIMITS } from './review';

/** The quotes and the reason come first: a model that writes its score before them defends it with them. */
const judgment = z.object({
  quotes: z.array(z.string()).max(REVIEW_LIMITS.quotes),
  reason: z.string(),
  score: z.int().min(1).max(MAX_SCORE).nullable(),
});

const review = z.object({
  ...(Object.fromEntries(CRITERIA.map((criterion) => [criterion, judgment])) as Record<
    (typeof CRITERIA)[number],
    typeof judgment
  >),
  rewrites: z
    .array(z.object({ sentence: z.string(), rewrite: z.string(), reason: z.string() }))
    .max(REVIEW_LIMITS.rewrites),
});

/** The form of a review. */
export function reviewFormat() {
  return singleton('review-format', () => structuredFormat('brand-review', review));
}
